// SPDX-License-Identifier: GPL-3.0-or-later
// Where Qt cannot open windows it aborts with a page of text. Here that becomes one sentence and exit code 1.
#pragma once

#include <QString>
#include <QStringList>

namespace ulpscope {

/// Lives while the QApplication is made. What Qt says meanwhile is kept: it is said afterwards, or, when Qt gives up, the
/// program ends with platformTrouble() instead.
class PlatformStart
{
public:
    PlatformStart();
    ~PlatformStart();
    PlatformStart(const PlatformStart&) = delete;
    PlatformStart& operator=(const PlatformStart&) = delete;
};

/// Which environment variables Qt went by.
struct PlatformEnvironment
{
    QString display; ///< DISPLAY
    QString waylandDisplay; ///< WAYLAND_DISPLAY
    QString platform; ///< QT_QPA_PLATFORM
};

/// What is wrong, in one sentence that says what to do. `said`: what Qt said before it gave up.
QString platformTrouble(const PlatformEnvironment& environment, const QStringList& said);

} // namespace ulpscope
