// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/end_signals.h"

#include <QSocketNotifier>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace ulpscope {

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
    // What was ignored when the program began, as under nohup, stays ignored.
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

} // namespace ulpscope
