// SPDX-License-Identifier: GPL-3.0-or-later
// How the window starts on its desktop, what that asks for, and how signals end it.
#pragma once

#include "engine/file/file_descriptor.h"

#include <QObject>
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

/// The environment variables by which Qt chose its platform.
struct PlatformEnvironment
{
    QString display; ///< DISPLAY
    QString waylandDisplay; ///< WAYLAND_DISPLAY
    QString platform; ///< QT_QPA_PLATFORM
};

/// A sentence that tells the problem and its remedy. said: Qt's last message before it gave up.
QString platformTrouble(const PlatformEnvironment& environment, const QStringList& said);

/// One at a time. The second signal of a kind ends the program at once, as if this were not there.
class EndSignals : public QObject
{
    Q_OBJECT
public:
    explicit EndSignals(QObject* parent = nullptr);
    ~EndSignals() override;

    /// Exit status that a shell reports for a program that a signal ended.
    static int exitStatus(int signal) { return 128 + signal; }

signals:
    void received(int signal);

private:
    void readSignal();

    FileDescriptor m_readEnd;
    FileDescriptor m_writeEnd;
};

/// As GTK's settings.ini (gtk-enable-animations) or KDE's kdeglobals (AnimationDurationFactor) in the user's configuration have it;
/// false where neither says so.
bool wantsReducedMotion();

} // namespace ulpscope
