// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/background_writer.h"

#include <exception>
#include <memory>
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

void BackgroundWriter::write(Work work, Told told)
{
    // The thread before ends first, on the new one: nobody waits here.
    m_thread = std::jthread([this, work = std::move(work), told = std::move(told),
                                before = std::make_shared<std::jthread>(std::move(m_thread))] {
        if (before->joinable())
            before->join();
        Status status = outcomeOf(work);
        {
            const std::lock_guard lock(m_mutex);
            m_outcomes.push_back({std::move(status), told});
        }
        emit done(QPrivateSignal());
    });
}

void BackgroundWriter::wait()
{
    do {
        if (m_thread.joinable())
            m_thread.join();
        tell(); // which may ask for more
    } while (m_thread.joinable());
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
