// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/stop_signals.h"

#include <atomic>
#include <csignal>

namespace ulpscope {

namespace {

// The one thing that the handler touches, on whichever thread it runs.
std::atomic<bool> cameBefore = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void noteStopSignal(int signal)
{
    if (cameBefore.exchange(true) && signal == SIGINT) {
        std::signal(SIGINT, SIG_DFL);
        std::raise(SIGINT); // comes when this function ends
    }
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
    return cameBefore;
}

} // namespace ulpscope
