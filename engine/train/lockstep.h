// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the tasks of a step, each after those that it needs: inline while a step is cheap, else on threads side by side.
// Results never depend on which. The thread that ends a task goes on with one that it made ready, so that the lane which takes
// longest waits for no other thread; and each thread prefers the same lanes at every step, whose tensors its cache has.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

namespace ulpscope {

class Lockstep
{
public:
    struct Task
    {
        std::function<void()> work;
        std::vector<std::size_t> after; ///< which tasks it needs: indexes of earlier ones
        std::size_t lane = 0; ///< on whose tensors it works most
    };

    /// threads: at most that many, this one included.
    explicit Lockstep(int threads);
    ~Lockstep();
    Lockstep(const Lockstep&) = delete;
    Lockstep& operator=(const Lockstep&) = delete;

    /// Runs every task once and returns when all are done. No task begins once `isAborted` is set. The first exception of a
    /// task is thrown here, after those that had begun.
    void run(std::span<const Task> tasks, const std::atomic<bool>& isAborted);

private:
    enum class Progress : std::uint8_t { Waiting, Taken, Done };

    void runInline(std::span<const Task> tasks, const std::atomic<bool>& isAborted);
    void startWorkers();
    void work(std::size_t thread);
    /// Until no task is left to take. Returns the signal that will have changed when there is something to do again.
    std::uint32_t takeTasks(std::size_t thread);
    /// The next task for that thread, which is then taken; none: nothing is ready.
    std::optional<std::size_t> take(std::size_t thread);
    bool isReady(std::size_t task) const;
    /// After a task, or at the beginning: wakes the others where there is something for them.
    void goOn();
    void waitForSignal(std::uint32_t seen) const;
    void signal();

    int m_threads;
    static constexpr std::size_t kTrialRuns = 9;
    std::array<double, kTrialRuns> m_inlineSeconds{}; ///< of the inline runs since the last decision
    std::size_t m_inlineRuns = 0;
    std::vector<std::thread> m_workers;

    std::atomic<std::uint32_t> m_signal = 0; ///< changes when a task or the end of a run is there
    std::atomic<bool> m_isOver = false; ///< the workers are to end
    std::atomic<bool> m_isRunning = false;

    std::mutex m_mutex; ///< of what follows
    std::span<const Task> m_tasks;
    const std::atomic<bool>* m_isAborted = nullptr;
    std::vector<Progress> m_progress; ///< one for each task
    std::size_t m_undone = 0;
    std::size_t m_underWay = 0;
    std::exception_ptr m_failure;
};

} // namespace ulpscope
