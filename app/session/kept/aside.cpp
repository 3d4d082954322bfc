// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/kept/aside.h"

#include <exception>
#include <memory>
#include <utility>

namespace ulpscope {

Aside::Aside(QObject* parent)
    : QObject(parent)
{
    connect(this, &Aside::done, this, &Aside::take, Qt::QueuedConnection);
}

Aside::~Aside() = default;

void Aside::ask(Work work)
{
    const std::uint64_t number = ++m_number;
    m_isBusy = true;
    m_thread.request_stop();
    // The thread before ends first, on the new one: nothing waits here, and work never piles up.
    m_thread = std::jthread(
        [this, number, work = std::move(work), before = std::make_shared<std::jthread>(std::move(m_thread))](
            const std::stop_token& stop) {
            if (before->joinable())
                before->join();
            if (stop.stop_requested())
                return;
            Outcome outcome{number, {}, {}};
            try {
                outcome.answer = work(stop);
            } catch (const std::exception& exception) {
                outcome.failure = QString::fromUtf8(exception.what());
            }
            {
                const std::lock_guard lock(m_mutex);
                m_outcome = std::move(outcome);
            }
            emit done(QPrivateSignal());
        });
}

void Aside::cancel()
{
    ++m_number;
    m_isBusy = false;
    m_thread.request_stop();
}

void Aside::finish()
{
    if (m_thread.joinable())
        m_thread.join();
    take();
}

void Aside::take()
{
    std::optional<Outcome> outcome;
    {
        const std::lock_guard lock(m_mutex);
        outcome = std::exchange(m_outcome, std::nullopt);
    }
    if (!outcome || outcome->number != m_number)
        return;
    m_isBusy = false;
    if (!outcome->answer) {
        emit failed(outcome->failure);
        return;
    }
    outcome->answer();
    emit answered();
}

} // namespace ulpscope
