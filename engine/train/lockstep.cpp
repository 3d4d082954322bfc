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

void Lockstep::run(std::span<const Phase> phases, const std::atomic<bool>& isAborted)
{
    if (m_workers.empty())
        return runInline(phases, isAborted);
    {
        const std::lock_guard lock(m_mutex);
        m_phases = phases;
        m_isAborted = &isAborted;
        m_phase = 0;
        m_failure = nullptr;
        m_isRunning = true;
        beginNextPhase();
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

void Lockstep::runInline(std::span<const Phase> phases, const std::atomic<bool>& isAborted)
{
    const auto begin = std::chrono::steady_clock::now();
    std::size_t mostTasks = 0;
    for (const Phase& phase : phases) {
        if (isAborted)
            break;
        mostTasks = std::max(mostTasks, phase.size());
        for (const auto& task : phase)
            task();
    }
    m_inlineSeconds[m_inlineRuns++]
        = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (m_inlineRuns < kTrialRuns)
        return;
    m_inlineRuns = 0;
    if (m_threads < 2 || mostTasks < 2)
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

const std::function<void()>* Lockstep::take(std::size_t thread)
{
    // Its own ones, every so many, then what others have not come to.
    const auto threads = static_cast<std::size_t>(m_threads);
    for (std::size_t offset = 0; offset < threads; ++offset)
        for (std::size_t i = (thread + offset) % threads; i < m_tasks.size(); i += threads)
            if (!m_isTaken[i]) {
                m_isTaken[i] = true;
                return &m_tasks[i];
            }
    return nullptr;
}

std::uint32_t Lockstep::takeTasks(std::size_t thread)
{
    std::unique_lock lock(m_mutex);
    while (const std::function<void()>* task = take(thread)) {
        lock.unlock();
        std::exception_ptr failure;
        try {
            (*task)();
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        if (failure && !m_failure)
            m_failure = failure;
        if (--m_unfinished == 0)
            beginNextPhase();
    }
    return m_signal;
}

void Lockstep::beginNextPhase()
{
    m_tasks = {};
    while (m_tasks.empty() && m_phase < m_phases.size() && !*m_isAborted && !m_failure)
        m_tasks = m_phases[m_phase++];
    m_unfinished = m_tasks.size();
    m_isTaken.assign(m_tasks.size(), false);
    m_isRunning = !m_tasks.empty();
    if (m_tasks.size() != 1) // one alone is for this thread
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
