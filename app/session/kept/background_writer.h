// SPDX-License-Identifier: GPL-3.0-or-later
// Writes files on a thread of its own: a slow disk must not hold the window.
#pragma once

#include "engine/base/result.h"

#include <QObject>
#include <QString>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace ulpscope {

class BackgroundWriter : public QObject
{
    Q_OBJECT
public:
    /// Called on the thread. An exception is a failure too.
    using Work = std::function<Status()>;
    /// What became of it; called on the thread that owns the object.
    using Told = std::function<void(const Status&)>;

    explicit BackgroundWriter(QObject* parent = nullptr);
    /// Waits until all is written, and tells nothing any more.
    ~BackgroundWriter() override;

    /// After what is being written, so that the newest state is what stays. Of the works for one file that wait only the newest is
    /// done and told: a slow disk must not have a queue of states that nobody reads any more.
    void write(const QString& file, Work work, Told told);
    /// Returns when all is written and told.
    void wait();
    /// Whether there is something to write.
    bool isBusy() const;
    /// Returns when all is written, or so much time has passed. Whether it is.
    bool waitFor(std::chrono::milliseconds time);

signals:
    /// From the thread; what became of the work goes by the lock, so that nothing of ours is in Qt's queue.
    void done(QPrivateSignal);

private:
    struct Task
    {
        QString file;
        Work work;
        Told told;
    };
    struct Outcome
    {
        Status status;
        Told told;
    };

    void work();
    void tell();

    mutable std::mutex m_mutex; ///< for all below
    std::deque<Task> m_waiting;
    bool m_isWorking = false; ///< the thread will look for what waits
    std::condition_variable m_stopped; ///< with m_isWorking false
    std::vector<Outcome> m_outcomes; ///< that are not told yet
    std::jthread m_thread; ///< last: it uses the rest
};

} // namespace ulpscope
