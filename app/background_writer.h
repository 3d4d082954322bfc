// SPDX-License-Identifier: GPL-3.0-or-later
// Writes files on a thread of its own: a slow disk must not hold the window.
#pragma once

#include "engine/base/result.h"

#include <QObject>

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

    /// After all that was to be written before, so that the newest state is what stays.
    void write(Work work, Told told);
    /// Returns when all is written and told.
    void wait();

signals:
    /// From the thread; what became of the work goes by the lock, so that nothing of ours is in Qt's queue.
    void done(QPrivateSignal);

private:
    struct Outcome
    {
        Status status;
        Told told;
    };

    void tell();

    std::mutex m_mutex;
    std::vector<Outcome> m_outcomes; ///< that are not told yet; guarded by m_mutex
    std::jthread m_thread; ///< last: it uses the rest
};

} // namespace ulpscope
