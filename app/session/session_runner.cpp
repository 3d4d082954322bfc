// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session_runner.h"

#include "engine/base/check.h"
#include "engine/session/same_training.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ulpscope {

SessionRunner::SessionRunner(std::shared_ptr<const Kernels> kernels, int threads, QObject* parent)
    : QObject(parent)
    , m_kernels(std::move(kernels))
    , m_threads(threads)
    , m_fetchTimer(this)
{
    // Fetched, not sent: whatever the thread's pace, a busy window finds one batch and never a queue of them.
    m_fetchTimer.setInterval(std::chrono::milliseconds(33));
    connect(&m_fetchTimer, &QTimer::timeout, this, &SessionRunner::takeReports);
}

SessionRunner::~SessionRunner() = default;

void SessionRunner::start(std::shared_ptr<const SessionSpec> session, std::int64_t steps, StopRule until)
{
    m_session = std::move(session);
    m_keptSteps.clear();
    m_trainsWhenLoaded = steps != 0;
    m_worker = std::make_unique<RunWorker>(m_session, m_kernels, m_threads, m_memory, std::move(m_worker));
    if (m_trainsWhenLoaded)
        m_worker->train(order(steps, std::move(until)));
    enter(State::Loading);
    emit stateChanged(m_state);
}

TrainingOrder SessionRunner::order(std::int64_t steps, StopRule until) const
{
    return {steps, std::move(until), m_pausesAtDivergence, m_session->watches};
}

void SessionRunner::replaceSession(std::shared_ptr<const SessionSpec> session)
{
    if (m_state != State::Paused && m_state != State::Finished)
        return;
    check(trainsTheSame(*session, *m_session), "a run's session replaced by one of other numbers");
    m_session = std::move(session);
}

void SessionRunner::resume(std::int64_t steps, StopRule until)
{
    const bool isAtEnd = m_state == State::Finished;
    if ((m_state != State::Paused && !isAtEnd) || steps == 0 || (isAtEnd && steps < 0))
        return;
    m_history->sampledAccuracy = m_history->accuracy();
    m_history->summary.reset(); // the summary is about fewer steps than the run will have
    m_keptSteps.clear();
    m_worker->train(order(steps, std::move(until)));
    setState(State::Running);
}

void SessionRunner::extend(std::shared_ptr<const SessionSpec> session, StopRule until)
{
    if (m_state != State::Paused && m_state != State::Finished)
        return;
    m_session = std::move(session);
    m_history = m_history->extended(m_session);
    m_keptSteps.clear();
    m_worker->extend(m_session, order(-1, std::move(until)));
    setState(State::Running);
}

void SessionRunner::goTo(std::int64_t step)
{
    if (m_state != State::Paused && m_state != State::Finished)
        return;
    m_keptSteps.clear();
    m_worker->goTo(step);
    setState(State::Running);
}

void SessionRunner::stop()
{
    if (isTraining())
        m_worker->pause();
}

bool SessionRunner::hasTensorsOf(const RunHistory* run) const
{
    return run != nullptr && run == m_history.get() && m_state != State::Loading && m_state != State::Empty;
}

void SessionRunner::askForTensor(
    const RunHistory* run, const TensorName& name, std::optional<std::int64_t> atStep)
{
    if (!hasTensorsOf(run) || std::ranges::find(run->tensors(), name) == run->tensors().end())
        return;
    m_worker->askForTensor(name, atStep);
    if (!m_fetchTimer.isActive())
        m_fetchTimer.start();
}

void SessionRunner::askForHistory(
    const RunHistory* run, const ElementQuestion& question, std::optional<std::int64_t> atStep)
{
    if (!hasTensorsOf(run) || std::ranges::find(run->tensors(), question.tensor) == run->tensors().end())
        return;
    m_worker->askForHistory(question, atStep);
    if (!m_fetchTimer.isActive())
        m_fetchTimer.start();
}

void SessionRunner::askForOperations(const RunHistory* run, std::optional<std::int64_t> atStep)
{
    if (!hasTensorsOf(run))
        return;
    m_worker->askForOperations(atStep);
    if (!m_fetchTimer.isActive())
        m_fetchTimer.start();
}

void SessionRunner::askForEvaluation(
    const RunHistory* run, EvaluationQuestion question, std::optional<std::int64_t> atStep)
{
    if (!hasTensorsOf(run))
        return;
    m_worker->askForEvaluation(std::move(question), atStep);
    if (!m_fetchTimer.isActive())
        m_fetchTimer.start();
}

void SessionRunner::takeReports()
{
    const RunWorker* worker = m_worker.get();
    for (RunReport& report : m_worker->takeReports()) {
        std::visit([this](auto&& given) { take(std::move(given)); }, std::move(report));
        if (worker != m_worker.get())
            return; // a slot has started another run
    }
}

void SessionRunner::take(const RunLoaded& loaded)
{
    m_history = std::make_shared<RunHistory>(m_session, loaded.paths, loaded.tensors, loaded.sample);
    m_history->kernels = m_kernels->level();
    enter(m_trainsWhenLoaded ? State::Running : State::Paused);
    const RunWorker* worker = m_worker.get();
    emit historyReplaced();
    emit notesReady(loaded.notes);
    if (worker == m_worker.get())
        emit stateChanged(m_state);
}

void SessionRunner::take(RunBatch&& batch)
{
    m_history->append(std::move(batch.records), std::move(batch.totals));
    m_history->stepsPerSecond = batch.stepsPerSecond;
    emit historyGrew();
}

void SessionRunner::take(const RunTensor& tensor)
{
    stopFetchingIfIdle();
    emit tensorReady(tensor.snapshot);
}

void SessionRunner::take(const RunElementHistory& answer)
{
    stopFetchingIfIdle();
    emit elementHistoryReady(answer.question, answer.history);
}

void SessionRunner::take(const RunOperationCounts& answer)
{
    stopFetchingIfIdle();
    emit operationCountsReady(answer.counts);
}

void SessionRunner::take(const RunEvaluation& answer)
{
    stopFetchingIfIdle();
    emit evaluationReady(answer.evaluation);
}

void SessionRunner::take(const RunAccuracyReport& report)
{
    m_history->sampledAccuracy = report.accuracy;
    emit historyGrew();
}

void SessionRunner::take(const RunWentTo& went)
{
    m_history->goBackTo(went.totals, went.record);
    emit historyReplaced();
}

void SessionRunner::take(const RunPaused& paused)
{
    m_keptSteps = paused.keptSteps;
    const RunWorker* worker = m_worker.get();
    setState(State::Paused);
    if (!paused.met.empty() && worker == m_worker.get())
        emit conditionMet(QString::fromStdString(paused.met));
}

void SessionRunner::take(const RunEnded& ended)
{
    m_history->summary = ended.summary;
    m_keptSteps = ended.keptSteps;
    enter(State::Finished);
    const RunWorker* worker = m_worker.get();
    emit historyGrew();
    if (worker == m_worker.get())
        emit stateChanged(m_state);
    if (!ended.met.empty() && worker == m_worker.get())
        emit conditionMet(QString::fromStdString(ended.met));
}

void SessionRunner::take(const RunFailed& failure)
{
    m_repair = failure.repair;
    m_fetchTimer.stop(); // nothing comes any more, whatever was asked; a slot may start another run
    setState(State::Empty);
    emit failed(QString::fromStdString(failure.message), QString::fromStdString(failure.missingPackage));
}

void SessionRunner::stopFetchingIfIdle()
{
    if (!isTraining() && !m_worker->owesReports())
        m_fetchTimer.stop();
}

void SessionRunner::enter(State state)
{
    m_state = state;
    if (state == State::Loading || state == State::Running)
        m_fetchTimer.start();
    else
        stopFetchingIfIdle();
}

void SessionRunner::setState(State state)
{
    if (m_state == state)
        return;
    enter(state);
    emit stateChanged(state);
}

} // namespace ulpscope
