// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/team.h"

namespace ulpscope {

Team::~Team()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isOver = true;
    }
    m_changed.notify_all();
    for (std::thread& thread : m_threads)
        thread.join();
}

void Team::doPart(Job& job, std::unique_lock<std::mutex>& lock)
{
    const std::int64_t part = job.next++;
    if (job.next == job.count)
        std::erase(m_jobs, &job);
    lock.unlock();
    std::exception_ptr failure;
    try {
        (*job.part)(part);
    } catch (...) {
        failure = std::current_exception();
    }
    lock.lock();
    if (failure && !job.failure)
        job.failure = failure;
    if (--job.undone == 0)
        m_changed.notify_all();
}

void Team::share(std::int64_t count, const std::function<void(std::int64_t)>& part)
{
    if (count == 0)
        return;
    Job job{.part = &part, .count = count, .undone = count};
    std::unique_lock lock(m_mutex);
    while (m_threads.size() < static_cast<std::size_t>(m_helpers))
        m_threads.emplace_back([this] { help(); });
    m_jobs.push_back(&job);
    m_changed.notify_all();
    while (job.next < job.count)
        doPart(job, lock);
    m_changed.wait(lock, [&] { return job.undone == 0; });
    if (job.failure)
        std::rethrow_exception(job.failure);
}

void Team::help()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_changed.wait(lock, [this] { return m_isOver || !m_jobs.empty(); });
        if (m_isOver)
            return;
        doPart(*m_jobs.front(), lock);
    }
}

} // namespace ulpscope
