// SPDX-License-Identifier: GPL-3.0-or-later
// Filters that see keys and the wheel before the focused widget does.
#pragma once

#include <QObject>

class QEvent;

namespace ulpscope::ui {

/// Watches the whole application as long as it lives.
class DialogKeys : public QObject
{
public:
    explicit DialogKeys(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

/// Call for every event of a window: accepts a ShortcutOverride for a plain key that the focused widget uses,
/// and returns whether it did.
bool isForFocusedWidget(QEvent& event);

/// Watches the whole application as long as it lives.
class WheelGuard : public QObject
{
public:
    explicit WheelGuard(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace ulpscope::ui
