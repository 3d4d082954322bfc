// SPDX-License-Identifier: GPL-3.0-or-later
// Writes files on a thread of its own: a slow disk must not hold the window.
#pragma once

#include "engine/base/result.h"

#include <QObject>
#include <QString>

#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace ulpscope {

class BackgroundWriter : public QObject
{
    Q_OBJECT
public:
    /// Called on the thread.
    using Work = std::function<Status()>;

    explicit BackgroundWriter(QObject* parent = nullptr);
    /// Waits until all is written.
    ~BackgroundWriter() override;

    /// After all that was to be written before, so that the newest state is what stays.
    void write(Work work);
    /// Returns when all is written.
    void wait();
    /// What comes is another file: its first failure is told.
    void forgetFailures() { m_hasFailed = false; }

signals:
    /// The first of failures in a row.
    void failed(const QString& reason);
    /// From the thread; what became of the work goes by the lock, so that nothing of ours is in Qt's queue.
    void done(QPrivateSignal);

private:
    void tell();

    bool m_hasFailed = false;
    std::mutex m_mutex;
    std::optional<Status> m_outcome; ///< of the newest work, until it is told; guarded by m_mutex
    std::jthread m_thread; ///< last: it uses the rest
};

} // namespace ulpscope
