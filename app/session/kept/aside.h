// SPDX-License-Identifier: GPL-3.0-or-later
// Work on a thread of its own, so that the window goes on. Only the newest question is answered.
#pragma once

#include <QObject>
#include <QString>

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace ulpscope {

class Aside : public QObject
{
    Q_OBJECT
public:
    /// Called on the thread that owns the object.
    using Answer = std::function<void()>;
    /// Called on the thread of its own; looks at the token often enough.
    using Work = std::function<Answer(const std::stop_token& stop)>;

    explicit Aside(QObject* parent = nullptr);
    ~Aside() override;

    /// Starts the work. Then its answer is called and answered() or failed() emitted, unless newer work or cancel() comes first.
    void ask(Work work);
    void cancel();
    /// Returns when the newest question is answered.
    void finish();
    bool isBusy() const { return m_isBusy; }

signals:
    void answered();
    /// An exception's text.
    void failed(const QString& message);
    /// Emitted by the worker thread. The outcome is passed under the lock, so that Qt's queue holds no object of ours.
    void done(QPrivateSignal);

private:
    /// Result of the question with this number.
    struct Outcome
    {
        std::uint64_t number = 0;
        Answer answer; ///< the answer; null where there is a failure
        QString failure;
    };

    void take();

    std::uint64_t m_number = 0; ///< the number of the newest question
    bool m_isBusy = false;
    std::mutex m_mutex;
    std::optional<Outcome>
        m_outcome; ///< outcome of the newest work that is done, until it is taken; guarded by m_mutex
    std::jthread m_thread; ///< last: its thread uses the members above
};

} // namespace ulpscope
