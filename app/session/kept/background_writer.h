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
    /// Called on the writer's thread. An exception is reported as a failure.
    using Work = std::function<Status()>;
    /// Called with the outcome on the thread that owns the object.
    using Told = std::function<void(const Status&)>;

    explicit BackgroundWriter(QObject* parent = nullptr);
    /// Waits until everything is written; no outcome is told any more.
    ~BackgroundWriter() override;

    /// Queues `work` behind what is being written. If work for the same file waits already, the new one replaces it, so that a slow
    /// disk has no queue of outdated states.
    void write(const QString& file, Work work, Told told);
    /// Returns when everything is written and told.
    void wait();
    /// Whether there is something to write.
    bool isBusy() const;
    /// Waits at most `time` and returns whether everything is written.
    bool waitFor(std::chrono::milliseconds time);

signals:
    /// Emitted by the thread. Outcomes go through the lock, so that Qt's queue holds none of our objects.
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

    mutable std::mutex m_mutex; ///< guards everything below
    std::deque<Task> m_waiting;
    bool m_isWorking = false; ///< the thread will look for what waits
    std::condition_variable m_stopped; ///< wakes who waits until m_isWorking is false
    std::vector<Outcome> m_outcomes; ///< outcomes that were not told yet
    std::jthread m_thread; ///< last: its thread uses the members above
};

} // namespace ulpscope
