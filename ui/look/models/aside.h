// SPDX-License-Identifier: GPL-3.0-or-later
// Work on a thread of its own, so that the window goes on. Only the newest question is answered.
#pragma once

#include <QObject>
#include <QString>

#include <cstdint>
#include <functional>
#include <thread>

namespace ulpscope::ui {

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

    /// Its answer is called and answered() follows, or failed(), unless newer work or cancel() comes first.
    void ask(Work work);
    void cancel();
    bool isBusy() const { return m_isBusy; }

signals:
    void answered();
    /// An exception's text.
    void failed(const QString& message);

private:
    void take(std::uint64_t number, const Answer& answer);
    void takeFailure(std::uint64_t number, const QString& message);

    std::uint64_t m_number = 0; ///< of the newest question
    bool m_isBusy = false;
    std::jthread m_thread; ///< last: it uses the rest
};

} // namespace ulpscope::ui
