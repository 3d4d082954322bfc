// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/supervised.h"

#include <execinfo.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace ulpscope::ui::walk {

namespace {

constexpr int kLookUs = 20'000;
constexpr int kMaxFrames = 60;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kTellsCrashes = false; // the sanitizer does, and better
#else
constexpr bool kTellsCrashes = true;
#endif

void tellCrash(int number)
{
    void* frames[kMaxFrames];
    const int count = backtrace(frames, kMaxFrames);
    backtrace_symbols_fd(frames, count, STDERR_FILENO);
    signal(number, SIG_DFL);
    raise(number);
}

void installCrashHandlers()
{
    void* frame[1];
    backtrace(frame, 1); // loads what it needs, which a handler must not
    // Of its own: a recursion without an end leaves none.
    static std::array<char, 256 * 1024> stack;
    const stack_t own{.ss_sp = stack.data(), .ss_flags = 0, .ss_size = stack.size()};
    sigaltstack(&own, nullptr);
    struct sigaction action = {};
    action.sa_handler = tellCrash;
    action.sa_flags = SA_ONSTACK;
    for (const int number : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL})
        sigaction(number, &action, nullptr);
}

Trace* makeSharedTrace()
{
    void* memory = mmap(nullptr, sizeof(Trace), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? nullptr : new (memory) Trace;
}

void stopHanging(pid_t child)
{
    // To its first thread, so that the stack that is printed is the window's.
    syscall(SYS_tgkill, child, child, SIGABRT);
    for (int waited = 0; waited < 500; ++waited) {
        if (siginfo_t gone{};
            waitid(P_PID, id_t(child), &gone, WEXITED | WNOHANG | WNOWAIT) == 0 && gone.si_pid == child)
            return;
        usleep(kLookUs);
    }
    kill(child, SIGKILL);
}

} // namespace

int supervised(
    const Replay& replay, const std::function<int(Trace&, const Confinement&, const std::string&)>& walk)
{
    Trace* trace = makeSharedTrace();
    const std::string folder = makeWalkFolder();
    if (trace == nullptr || folder.empty()) {
        std::fprintf(stderr, "The walk has no memory or folder: %s\n", std::strerror(errno));
        return 1;
    }
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        const Confinement confinement = confineTo(folder);
        if (!confinement.error.empty()) {
            std::fprintf(stderr, "Nothing is walked: %s.\n", confinement.error.c_str());
            _exit(1);
        }
        prctl(PR_SET_PDEATHSIG, SIGKILL); // nobody would end a hang
        if (kTellsCrashes)
            installCrashHandlers();
        std::exit(walk(*trace, confinement, folder));
    }
    int status = 0;
    bool isHanging = false;
    while (child > 0 && waitpid(child, &status, WNOHANG) == 0) {
        if (trace->msSinceAlive() > replay.patienceMs) {
            isHanging = true;
            std::fprintf(stderr, "FAIL! : no sign of life for %d s%s\n", replay.patienceMs / 1000,
                trace->busyWith().c_str());
            stopHanging(child);
            waitpid(child, &status, 0);
            break;
        }
        usleep(kLookUs);
    }
    const bool isDone = child > 0 && !isHanging && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!isDone) {
        std::fflush(nullptr);
        if (WIFSIGNALED(status))
            std::fprintf(stderr, "FAIL! : the walk was ended by signal %d (%s)\n", WTERMSIG(status),
                strsignal(WTERMSIG(status)));
        std::fprintf(stderr, "The last actions of %lld:\n%sAgain: %s\n", (long long)(trace->actions()),
            trace->lastActions().c_str(), replay.command().c_str());
    }
    removeWalkFolder(folder);
    return isDone ? 0 : 1;
}

} // namespace ulpscope::ui::walk
