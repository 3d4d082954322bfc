// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/stop_signals.h"

#include <csignal>

namespace ulpscope {

namespace {

// The one thing that the handler may touch.
volatile std::sig_atomic_t cameBefore = 0;

void noteStopSignal(int signal)
{
    if (cameBefore != 0 && signal == SIGINT) {
        std::signal(SIGINT, SIG_DFL);
        std::raise(SIGINT); // comes when this function ends
    }
    cameBefore = 1;
}

} // namespace

void listenForStopSignals()
{
    struct sigaction action = {};
    action.sa_handler = noteStopSignal;
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    struct sigaction before = {};
    if (sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, nullptr);
}

bool stopSignalCame()
{
    return cameBefore != 0;
}

} // namespace ulpscope
