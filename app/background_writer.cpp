// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/background_writer.h"

#include <memory>
#include <utility>

namespace ulpscope {

BackgroundWriter::BackgroundWriter(QObject* parent)
    : QObject(parent)
{
    connect(this, &BackgroundWriter::done, this, &BackgroundWriter::tell, Qt::QueuedConnection);
}

BackgroundWriter::~BackgroundWriter() = default;

void BackgroundWriter::write(Work work)
{
    // The thread before ends first, on the new one: nobody waits here.
    m_thread = std::jthread(
        [this, work = std::move(work), before = std::make_shared<std::jthread>(std::move(m_thread))] {
            if (before->joinable())
                before->join();
            Status outcome = work();
            {
                const std::lock_guard lock(m_mutex);
                m_outcome = std::move(outcome);
            }
            emit done(QPrivateSignal());
        });
}

void BackgroundWriter::wait()
{
    if (m_thread.joinable())
        m_thread.join();
}

void BackgroundWriter::tell()
{
    std::optional<Status> outcome;
    {
        const std::lock_guard lock(m_mutex);
        outcome = std::exchange(m_outcome, std::nullopt);
    }
    if (!outcome)
        return;
    const bool isFirst = !std::exchange(m_hasFailed, !outcome->ok());
    if (!outcome->ok() && isFirst)
        emit failed(QString::fromStdString(outcome->error().text()));
}

} // namespace ulpscope
