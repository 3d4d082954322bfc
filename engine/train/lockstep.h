// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the tasks of a step side by side, phase after phase: inline while a step is cheap, else on threads. Results never
// depend on which. Whoever ends a phase begins the next, so that the lane which takes longest waits for no other thread;
// and each thread prefers the same tasks at every step, whose tensors its cache still has.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace ulpscope {

class Lockstep
{
public:
    /// Tasks that may run at the same time; all are done before the next phase begins.
    using Phase = std::span<const std::function<void()>>;

    /// threads: at most that many, this one included.
    explicit Lockstep(int threads);
    ~Lockstep();
    Lockstep(const Lockstep&) = delete;
    Lockstep& operator=(const Lockstep&) = delete;

    /// Runs every task once and returns when all are done. No phase begins once `isAborted` is set. The first exception
    /// of a task is thrown here, after its phase.
    void run(std::span<const Phase> phases, const std::atomic<bool>& isAborted);

private:
    void runInline(std::span<const Phase> phases, const std::atomic<bool>& isAborted);
    void startWorkers();
    void work(std::size_t thread);
    /// Until no task is left to take. Returns the signal that will have changed when there is something to do again.
    std::uint32_t takeTasks(std::size_t thread);
    /// The next task for that thread, which is then taken; null: none is left.
    const std::function<void()>* take(std::size_t thread);
    void beginNextPhase();
    void waitForSignal(std::uint32_t seen) const;
    void signal();

    int m_threads;
    static constexpr std::size_t kTrialRuns = 9;
    std::array<double, kTrialRuns> m_inlineSeconds{}; ///< of the inline runs since the last decision
    std::size_t m_inlineRuns = 0;
    std::vector<std::thread> m_workers;

    std::atomic<std::uint32_t> m_signal = 0; ///< changes when tasks or the end of a run are there
    std::atomic<bool> m_isOver = false; ///< the workers are to end
    std::atomic<bool> m_isRunning = false;

    std::mutex m_mutex; ///< of what follows
    std::span<const Phase> m_phases;
    const std::atomic<bool>* m_isAborted = nullptr;
    std::size_t m_phase = 0; ///< the next one
    Phase m_tasks;
    std::vector<bool> m_isTaken; ///< by task
    std::size_t m_unfinished = 0;
    std::exception_ptr m_failure;
};

} // namespace ulpscope
