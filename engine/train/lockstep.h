// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the lanes of a step side by side: inline while a step is cheap, else on threads. Results never depend on which.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace ulpscope {

class Lockstep
{
public:
    /// threads: at most that many, this one included.
    explicit Lockstep(int threads);
    ~Lockstep();
    Lockstep(const Lockstep&) = delete;
    Lockstep& operator=(const Lockstep&) = delete;

    /// Runs every task once and returns when all are done. The first exception of a task is thrown here.
    void run(std::span<const std::function<void()>> tasks);

private:
    void startWorkers();
    void work(const std::stop_token& stop);
    void takeTasks();

    int m_threads;
    static constexpr std::size_t kTrialRuns = 9;
    std::array<double, kTrialRuns> m_inlineSeconds{}; ///< of the inline runs since the last decision
    std::size_t m_inlineRuns = 0;
    std::vector<std::jthread> m_workers;

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::condition_variable_any m_done;
    std::span<const std::function<void()>> m_tasks;
    std::size_t m_next = 0;
    std::size_t m_unfinished = 0;
    std::exception_ptr m_failure;
};

} // namespace ulpscope
