// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/aside.h"

#include <exception>
#include <memory>

namespace ulpscope::ui {

Aside::Aside(QObject* parent)
    : QObject(parent)
{
}

Aside::~Aside() = default;

void Aside::ask(Work work)
{
    const std::uint64_t number = ++m_number;
    m_isBusy = true;
    m_thread.request_stop();
    // The thread before ends first, on the new one: nobody waits here, and work never piles up.
    m_thread = std::jthread([this, number, work = std::move(work),
                                before = std::make_shared<std::jthread>(std::move(m_thread))](
                                const std::stop_token& stop) {
        if (before->joinable())
            before->join();
        if (stop.stop_requested())
            return;
        try {
            QMetaObject::invokeMethod(
                this, [this, number, answer = work(stop)] { take(number, answer); }, Qt::QueuedConnection);
        } catch (const std::exception& exception) {
            QMetaObject::invokeMethod(
                this,
                [this, number, message = QString::fromUtf8(exception.what())] {
                    takeFailure(number, message);
                },
                Qt::QueuedConnection);
        }
    });
}

void Aside::cancel()
{
    ++m_number;
    m_isBusy = false;
    m_thread.request_stop();
}

void Aside::take(std::uint64_t number, const Answer& answer)
{
    if (number != m_number)
        return;
    m_isBusy = false;
    answer();
    emit answered();
}

void Aside::takeFailure(std::uint64_t number, const QString& message)
{
    if (number != m_number)
        return;
    m_isBusy = false;
    emit failed(message);
}

} // namespace ulpscope::ui
