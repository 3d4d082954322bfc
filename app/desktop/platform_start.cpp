// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/platform_start.h"

#include <fcntl.h>
#include <unistd.h>

#include <QSettings>
#include <QSocketNotifier>
#include <QStandardPaths>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <utility>
#include <vector>

namespace ulpscope {

namespace {

constexpr int kExitNoPlatform = 1;

struct KeptMessage
{
    QtMsgType type;
    QString category;
    QString text;
};

// A message handler is a plain function; these are its only state, used while there is a PlatformStart.
std::vector<KeptMessage> keptMessages;
QtMessageHandler handlerBefore = nullptr;

void keepMessage(QtMsgType type, const QMessageLogContext& context, const QString& text)
{
    if (type != QtFatalMsg) {
        keptMessages.push_back({type, QString::fromUtf8(context.category), text});
        return;
    }
    QStringList said;
    for (const KeptMessage& message : keptMessages)
        said.append(message.text);
    const QString trouble
        = platformTrouble({qEnvironmentVariable("DISPLAY"), qEnvironmentVariable("WAYLAND_DISPLAY"),
                              qEnvironmentVariable("QT_QPA_PLATFORM")},
            said);
    std::cerr << "ulpscope: " << trouble.toStdString() << std::endl;
    std::_Exit(kExitNoPlatform); // Qt would abort; its half-made application must not be taken down
}

} // namespace

PlatformStart::PlatformStart()
{
    handlerBefore = qInstallMessageHandler(keepMessage);
}

PlatformStart::~PlatformStart()
{
    qInstallMessageHandler(handlerBefore);
    for (const KeptMessage& message : std::exchange(keptMessages, {})) {
        const QByteArray category = message.category.toUtf8();
        const QMessageLogContext context(nullptr, 0, nullptr, category.constData());
        qt_message_output(message.type, context, message.text);
    }
}

QString platformTrouble(const PlatformEnvironment& environment, const QStringList& said)
{
    const auto isSaid = [&](const char* words) {
        return std::any_of(said.begin(), said.end(),
            [&](const QString& text) { return text.contains(QLatin1String(words), Qt::CaseInsensitive); });
    };
    const QString without
        = QStringLiteral("without DISPLAY and WAYLAND_DISPLAY, Ulpscope trains the scenes without a window");
    if (!environment.platform.isEmpty() && !environment.platform.startsWith(QLatin1String("xcb"))
        && !environment.platform.startsWith(QLatin1String("wayland")))
        return QStringLiteral(
            "Qt cannot open windows with QT_QPA_PLATFORM=%1 (xcb, wayland and offscreen are usual)")
            .arg(environment.platform);
    const bool wasRefused = isSaid("could not connect to display") || isSaid("failed to create wl_display");
    if (isSaid("even though it was found") && !wasRefused)
        return QStringLiteral(
                   "Qt's part for this kind of display cannot be loaded, because a library that it needs is missing or "
                   "broken (QT_DEBUG_PLUGINS=1 says which; apt-get install --reinstall libqt6gui6 brings them back); ")
            + without;
    const QString plugin = environment.waylandDisplay.isEmpty()
        ? QString()
        : QStringLiteral(" (for Wayland, Qt needs Debian's package qt6-wayland)");
    if (environment.display.isEmpty() && !environment.waylandDisplay.isEmpty())
        return QStringLiteral("no window can be opened on the display %1 that WAYLAND_DISPLAY names%2; ")
                   .arg(environment.waylandDisplay, plugin)
            + without;
    if (environment.display.isEmpty())
        return QStringLiteral(
                   "no window can be opened, because neither DISPLAY nor WAYLAND_DISPLAY names a display; ")
            + without;
    return QStringLiteral(
               "no window can be opened on the display %1 that DISPLAY names%2: is it running, and may you use it? ")
               .arg(environment.display, plugin)
        + without[0].toUpper() + without.mid(1);
}

namespace {

constexpr std::array kEndSignals{SIGTERM, SIGHUP, SIGINT};

// A handler has no other way to know: below zero without a listener.
std::atomic<int> s_endSignalPipe = -1;

void tellOfEndSignal(int signal)
{
    const int before = errno;
    const auto number = static_cast<unsigned char>(signal);
    [[maybe_unused]] const ssize_t written = ::write(s_endSignalPipe, &number, 1);
    errno = before;
}

void setEndHandler(int signal, void (*handler)(int), int flags)
{
    struct sigaction action = {};
    // A signal that was ignored when the program began, as under nohup, stays ignored.
    if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN)
        return;
    action = {};
    action.sa_handler = handler;
    action.sa_flags = flags;
    ::sigaction(signal, &action, nullptr);
}

} // namespace

EndSignals::EndSignals(QObject* parent)
    : QObject(parent)
{
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    m_readEnd.reset(ends[0]);
    m_writeEnd.reset(ends[1]);
    connect(new QSocketNotifier(m_readEnd.get(), QSocketNotifier::Read, this), &QSocketNotifier::activated,
        this, &EndSignals::readSignal);
    s_endSignalPipe = m_writeEnd.get();
    for (const int signal : kEndSignals)
        setEndHandler(signal, &tellOfEndSignal, static_cast<int>(SA_RESTART | SA_RESETHAND));
}

EndSignals::~EndSignals()
{
    for (const int signal : kEndSignals)
        setEndHandler(signal, SIG_DFL, 0);
    s_endSignalPipe = -1;
}

void EndSignals::readSignal()
{
    unsigned char number = 0;
    if (::read(m_readEnd.get(), &number, 1) == 1)
        emit received(number);
}

bool wantsReducedMotion()
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    for (const char* version : {"gtk-3.0", "gtk-4.0"}) {
        const QSettings gtk(
            QStringLiteral("%1/%2/settings.ini").arg(folder, QLatin1String(version)), QSettings::IniFormat);
        const QString wanted = gtk.value(QStringLiteral("Settings/gtk-enable-animations")).toString();
        if (wanted == QLatin1String("0") || wanted == QLatin1String("false"))
            return true;
    }
    const QSettings kde(folder + QStringLiteral("/kdeglobals"), QSettings::IniFormat);
    return kde.value(QStringLiteral("KDE/AnimationDurationFactor"), 1.0).toDouble() == 0;
}

} // namespace ulpscope
