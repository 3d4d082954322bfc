// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/lockstep.h"

#include <algorithm>
#include <chrono>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace ulpscope {

namespace {

// Below this a second thread does not pay.
constexpr double kWorthAThreadSeconds = 200e-6;
// Waking a thread costs tens of microseconds, and the next task mostly comes sooner.
constexpr auto kBeforeSleeping = std::chrono::microseconds(50);

/// Whether two of them could run at the same time.
bool haveParallel(std::span<const Lockstep::Task> tasks)
{
    for (std::size_t i = 1; i < tasks.size(); ++i)
        if (std::ranges::find(tasks[i].after, i - 1) == tasks[i].after.end())
            return true;
    return false;
}

void pause()
{
#if defined(__x86_64__)
    _mm_pause();
#endif
}

} // namespace

Lockstep::Lockstep(int threads)
    : m_threads(threads)
{
}

Lockstep::~Lockstep()
{
    m_isOver = true;
    signal();
    for (std::thread& worker : m_workers)
        worker.join();
}

void Lockstep::run(std::span<const Task> tasks, const std::atomic<bool>& isAborted)
{
    if (m_workers.empty())
        return runInline(tasks, isAborted);
    {
        const std::lock_guard lock(m_mutex);
        m_tasks = tasks;
        m_isAborted = &isAborted;
        m_progress.assign(tasks.size(), Progress::Waiting);
        m_undone = tasks.size();
        m_underWay = 0;
        m_failure = nullptr;
        goOn();
    }
    while (m_isRunning) {
        const std::uint32_t seen = takeTasks(0);
        if (m_isRunning)
            waitForSignal(seen);
    }
    const std::lock_guard lock(m_mutex);
    if (m_failure)
        std::rethrow_exception(m_failure);
}

void Lockstep::runInline(std::span<const Task> tasks, const std::atomic<bool>& isAborted)
{
    const auto begin = std::chrono::steady_clock::now();
    for (const Task& task : tasks) {
        if (isAborted)
            break;
        task.work();
    }
    m_inlineSeconds[m_inlineRuns++]
        = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (m_inlineRuns < kTrialRuns)
        return;
    m_inlineRuns = 0;
    if (m_threads < 2 || !haveParallel(tasks))
        return;
    // The median: a run that another program interrupted says nothing about the step.
    const auto middle = m_inlineSeconds.begin() + kTrialRuns / 2;
    std::ranges::nth_element(m_inlineSeconds, middle);
    if (*middle > kWorthAThreadSeconds)
        startWorkers();
}

void Lockstep::startWorkers()
{
    for (int i = 1; i < m_threads; ++i)
        m_workers.emplace_back([this, i] { work(static_cast<std::size_t>(i)); });
}

void Lockstep::work(std::size_t thread)
{
    while (!m_isOver)
        waitForSignal(takeTasks(thread));
}

bool Lockstep::isReady(std::size_t task) const
{
    return m_progress[task] == Progress::Waiting
        && std::ranges::all_of(
            m_tasks[task].after, [this](std::size_t other) { return m_progress[other] == Progress::Done; });
}

std::optional<std::size_t> Lockstep::take(std::size_t thread)
{
    if (m_undone == 0 || *m_isAborted || m_failure)
        return std::nullopt;
    std::optional<std::size_t> other;
    for (std::size_t i = 0; i < m_tasks.size(); ++i) {
        if (!isReady(i))
            continue;
        if (m_tasks[i].lane % static_cast<std::size_t>(m_threads) == thread)
            return i;
        if (!other)
            other = i;
    }
    return other;
}

std::uint32_t Lockstep::takeTasks(std::size_t thread)
{
    std::unique_lock lock(m_mutex);
    while (const std::optional<std::size_t> task = take(thread)) {
        m_progress[*task] = Progress::Taken;
        ++m_underWay;
        lock.unlock();
        std::exception_ptr failure;
        try {
            m_tasks[*task].work();
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        if (failure && !m_failure)
            m_failure = failure;
        m_progress[*task] = Progress::Done;
        --m_undone;
        --m_underWay;
        goOn();
    }
    return m_signal;
}

void Lockstep::goOn()
{
    const bool isCutShort = *m_isAborted || m_failure;
    m_isRunning = m_underWay > 0 || (m_undone > 0 && !isCutShort);
    if (!m_isRunning)
        m_undone = 0; // what was cut short is not for the next run
    std::size_t ready = 0;
    for (std::size_t i = 0; i < m_tasks.size() && m_undone > 0; ++i)
        ready += isReady(i) ? 1U : 0U;
    if (ready > 1 || !m_isRunning) // one alone is for this thread
        signal();
}

void Lockstep::signal()
{
    ++m_signal;
    m_signal.notify_all();
}

void Lockstep::waitForSignal(std::uint32_t seen) const
{
    const auto end = std::chrono::steady_clock::now() + kBeforeSleeping;
    while (m_signal == seen && std::chrono::steady_clock::now() < end)
        for (int i = 0; i < 16; ++i)
            pause();
    if (!m_isOver)
        m_signal.wait(seen);
}

} // namespace ulpscope
