// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_runner.h"

#include <QMetaObject>

#include <utility>

namespace ulpscope {

SessionRunner::SessionRunner(std::shared_ptr<const Kernels> kernels, int threads, QObject* parent)
    : QObject(parent)
    , m_kernels(std::move(kernels))
    , m_threads(threads)
{
}

SessionRunner::~SessionRunner() = default;

void SessionRunner::start(std::shared_ptr<const SessionSpec> session, std::int64_t steps)
{
    if (m_history && !m_history->records().empty())
        m_ghost = std::move(m_history);
    m_session = std::move(session);
    m_history = std::make_unique<RunHistory>(m_session, std::vector<std::string>{});
    m_trainsWhenLoaded = steps != 0;
    const std::uint64_t number = ++m_runNumber;
    // Called on the thread; the queued call carries the report over to this object's.
    const auto report = [this, number](RunReport given) {
        QMetaObject::invokeMethod(
            this,
            [this, number, given = std::move(given)] {
                if (number == m_runNumber)
                    take(given);
            },
            Qt::QueuedConnection);
    };
    m_worker = std::make_unique<RunWorker>(m_session, m_kernels, m_threads, report, std::move(m_worker));
    if (m_trainsWhenLoaded)
        m_worker->train(steps);
    m_state
        = State::Loading; // before any slot runs, so that one which starts yet another run has the last word
    emit historyReplaced();
    if (number == m_runNumber)
        emit stateChanged(m_state);
}

void SessionRunner::resume(std::int64_t steps)
{
    const bool isAtEnd = m_state == State::Finished;
    if ((m_state != State::Paused && !isAtEnd) || steps == 0 || (isAtEnd && steps < 0))
        return;
    m_history->summary.reset(); // it is about fewer steps than there will be
    m_worker->train(steps);
    setState(State::Running);
}

void SessionRunner::stop()
{
    if (m_state == State::Loading || m_state == State::Running)
        m_worker->pause();
}

void SessionRunner::take(const RunReport& report)
{
    std::visit([this](const auto& given) { taken(given); }, report);
}

void SessionRunner::taken(const RunLoaded& loaded)
{
    m_history = std::make_unique<RunHistory>(m_session, loaded.paths);
    QStringList notes;
    for (const std::string& note : loaded.notes)
        notes.append(QString::fromStdString(note));
    const std::uint64_t number = m_runNumber;
    emit historyReplaced();
    emit notesReady(notes);
    if (number == m_runNumber) // nobody has started another run from a slot
        setState(m_trainsWhenLoaded ? State::Running : State::Paused);
}

void SessionRunner::taken(const RunGrew& grew)
{
    m_history->append(*grew.batch);
    m_worker->batchRead();
    emit historyGrew();
}

void SessionRunner::taken(const RunPaused&)
{
    setState(State::Paused);
}

void SessionRunner::taken(const RunEnded& ended)
{
    m_history->summary = *ended.summary;
    const std::uint64_t number = m_runNumber;
    emit historyGrew();
    if (number == m_runNumber)
        setState(State::Finished);
}

void SessionRunner::taken(const RunFailed& failure)
{
    setState(State::Empty);
    emit failed(QString::fromStdString(failure.message), QString::fromStdString(failure.missingPackage));
}

void SessionRunner::setState(State state)
{
    if (m_state == state)
        return;
    m_state = state;
    emit stateChanged(state);
}

} // namespace ulpscope
