// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that help where one has more to do than the others: parts of a product.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace ulpscope {

class Team
{
public:
    /// They start when they are first needed.
    explicit Team(int helpers)
        : m_helpers(helpers)
    {
    }
    ~Team();
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    /// Threads that can work on one thing, the one that asks included.
    int threads() const { return m_helpers + 1; }
    /// Calls part(0) to part(count - 1), each once, on this thread and on helpers, and returns when all are done. Several threads may
    /// ask at a time. The first exception of a part is thrown here.
    void share(std::int64_t count, const std::function<void(std::int64_t)>& part);

private:
    struct Job
    {
        const std::function<void(std::int64_t)>* part;
        std::int64_t count;
        std::int64_t next = 0;
        std::int64_t undone;
        std::exception_ptr failure = {};
    };

    void help();
    /// Does the next part of a job that has one, the lock given up meanwhile.
    void doPart(Job& job, std::unique_lock<std::mutex>& lock);

    int m_helpers;
    std::mutex m_mutex; ///< of what follows
    std::condition_variable m_changed; ///< a job began or ended, or the team is over
    std::vector<Job*> m_jobs; ///< whose parts no thread has taken yet
    bool m_isOver = false;
    std::vector<std::thread> m_threads;
};

} // namespace ulpscope
