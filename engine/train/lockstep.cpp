// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/lockstep.h"

#include <algorithm>
#include <chrono>

namespace ulpscope {

namespace {

// Waking a thread costs tens of microseconds; below this a second one does not pay.
constexpr double kWorthAThreadSeconds = 200e-6;

} // namespace

Lockstep::Lockstep(int threads)
    : m_threads(threads)
{
}

Lockstep::~Lockstep()
{
    for (std::jthread& worker : m_workers)
        worker.request_stop();
    m_wake.notify_all();
    m_workers.clear(); // joins them while the mutex and the conditions still exist
}

void Lockstep::run(std::span<const std::function<void()>> tasks)
{
    if (m_workers.empty()) {
        const auto begin = std::chrono::steady_clock::now();
        for (const auto& task : tasks)
            task();
        m_inlineSeconds[m_inlineRuns++]
            = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        if (m_inlineRuns < kTrialRuns)
            return;
        m_inlineRuns = 0;
        if (m_threads < 2 || tasks.size() < 2)
            return;
        // The median: a run that another program interrupted says nothing about the step.
        const auto middle = m_inlineSeconds.begin() + kTrialRuns / 2;
        std::ranges::nth_element(m_inlineSeconds, middle);
        if (*middle > kWorthAThreadSeconds)
            startWorkers();
        return;
    }
    std::unique_lock lock(m_mutex);
    m_tasks = tasks;
    m_next = 0;
    m_unfinished = tasks.size();
    m_failure = nullptr;
    lock.unlock();
    m_wake.notify_all();
    takeTasks();
    lock.lock();
    m_done.wait(lock, [this] { return m_unfinished == 0; });
    m_tasks = {};
    if (m_failure)
        std::rethrow_exception(m_failure);
}

void Lockstep::startWorkers()
{
    for (int i = 1; i < m_threads; ++i)
        m_workers.emplace_back([this](const std::stop_token& stop) { work(stop); });
}

void Lockstep::work(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, stop, [this] { return m_next < m_tasks.size(); });
        }
        takeTasks();
    }
}

void Lockstep::takeTasks()
{
    std::unique_lock lock(m_mutex);
    while (m_next < m_tasks.size()) {
        const auto& task = m_tasks[m_next++];
        lock.unlock();
        std::exception_ptr failure;
        try {
            task();
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        if (failure && !m_failure)
            m_failure = failure;
        if (--m_unfinished == 0)
            m_done.notify_all();
    }
}

} // namespace ulpscope
