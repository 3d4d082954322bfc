// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/kept/background_writer.h"

#include <exception>
#include <utility>

namespace ulpscope {

namespace {

Status outcomeOf(const BackgroundWriter::Work& work)
{
    try {
        return work();
    } catch (const std::exception& exception) { // such as no memory
        return Error{{}, exception.what(), ErrorKind::Output};
    }
}

} // namespace

BackgroundWriter::BackgroundWriter(QObject* parent)
    : QObject(parent)
{
    connect(this, &BackgroundWriter::done, this, &BackgroundWriter::tell, Qt::QueuedConnection);
}

BackgroundWriter::~BackgroundWriter() = default;

void BackgroundWriter::write(const QString& file, Work work, Told told)
{
    {
        const std::lock_guard lock(m_mutex);
        std::erase_if(m_waiting, [&](const Task& task) { return task.file == file; });
        m_waiting.push_back({file, std::move(work), std::move(told)});
        if (std::exchange(m_isWorking, true))
            return;
    }
    m_thread = std::jthread([this] { this->work(); }); // the one before has nothing left to do
}

void BackgroundWriter::work()
{
    for (;;) {
        Task task;
        {
            const std::lock_guard lock(m_mutex);
            m_isWorking = !m_waiting.empty();
            if (!m_isWorking) {
                m_stopped.notify_all();
                return;
            }
            task = std::move(m_waiting.front());
            m_waiting.pop_front();
        }
        Status status = outcomeOf(task.work);
        {
            const std::lock_guard lock(m_mutex);
            m_outcomes.push_back({std::move(status), std::move(task.told)});
        }
        emit done(QPrivateSignal());
    }
}

void BackgroundWriter::wait()
{
    do {
        if (m_thread.joinable())
            m_thread.join();
        tell(); // who is told may ask for more
    } while (m_thread.joinable());
}

bool BackgroundWriter::isBusy() const
{
    const std::lock_guard lock(m_mutex);
    return m_isWorking;
}

bool BackgroundWriter::waitFor(std::chrono::milliseconds time)
{
    std::unique_lock lock(m_mutex);
    return m_stopped.wait_for(lock, time, [this] { return !m_isWorking; });
}

void BackgroundWriter::tell()
{
    std::vector<Outcome> outcomes;
    {
        const std::lock_guard lock(m_mutex);
        outcomes.swap(m_outcomes);
    }
    for (const Outcome& each : outcomes)
        each.told(each.status);
}

} // namespace ulpscope
