// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a session on a thread of its own and keeps its history. Values go to the thread as a copied spec, facts are
// fetched from it 30 times a second; stopping is a request, and a stopped run keeps what was computed and can go on.
#pragma once

#include "app/session/run_history.h"
#include "app/session/run_worker.h"
#include "engine/kernels/kernels.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <cstdint>
#include <memory>

namespace ulpscope {

class SessionRunner : public QObject
{
    Q_OBJECT
public:
    enum class State { Empty, Loading, Paused, Running, Finished };
    Q_ENUM(State)

    /// threads: limit for the threads that compute the lanes.
    SessionRunner(std::shared_ptr<const Kernels> kernels, int threads, QObject* parent = nullptr);
    ~SessionRunner() override;

    /// Runs that start from now on take their memory of it.
    void shareMemory(MemoryShare memory) { m_memory = std::move(memory); }

    State state() const { return m_state; }
    /// Or loads what it is about to train.
    bool isTraining() const { return m_state == State::Loading || m_state == State::Running; }
    /// Session last given to start(), extend() or replaceSession(); null before.
    const std::shared_ptr<const SessionSpec>& session() const { return m_session; }
    /// The run that was loaded last; null before the first. While another loads, and when that fails, it stays. It grows on the
    /// thread that owns this runner. Views are given ShownRun, which has it too.
    std::shared_ptr<const RunHistory> history() const { return m_history; }

    /// Begins a new run, which trains `steps` steps at once (all of session.training.steps when negative, none when 0).
    void start(std::shared_ptr<const SessionSpec> session, std::int64_t steps = -1, StopRule until = {});
    /// session() is this one from now on, which gives the same numbers (trainsTheSame()); its watches stop what is trained then. Does
    /// nothing while running.
    void replaceSession(std::shared_ptr<const SessionSpec> session);
    /// Trains on: `steps` more, or to the end when negative. Does nothing while running.
    /// until: also pauses after the first step for which it holds.
    void resume(std::int64_t steps = -1, StopRule until = {});
    /// The run goes on as this session, which differs from session() in that it has more steps, to its end: history() is another
    /// object, what there was stays as it is. Does nothing while running.
    void extend(std::shared_ptr<const SessionSpec> session, StopRule until = {});
    /// Whether training that begins from now on pauses after the step at which a run diverges, as at a condition.
    void setPausesAtDivergence(bool pauses) { m_pausesAtDivergence = pauses; }
    /// Back to where `step` steps are done; what was done after them goes from history(). Does nothing while running.
    void goTo(std::int64_t step);
    /// Edit that makes the session fit its data, after failed() reported that it does not.
    const std::optional<DataRepair>& repair() const { return m_repair; }
    /// The steps that goTo() reaches at once, ascending; between them it trains on from one. Empty while running.
    const std::vector<std::int64_t>& keptSteps() const { return m_keptSteps; }
    /// Asks the thread to pause; what was computed stays. stateChanged(Paused) follows.
    void stop();
    /// Whether askForTensor() is answered for that run: it is loaded, and no other is about to be.
    bool hasTensorsOf(const RunHistory* run) const;
    /// A copy of one of history()'s tensors as the last step left it; tensorReady() follows, also after the end of the run.
    /// A newer question replaces one that waits; one about another run, or for a tensor that the run has not, is dropped.
    /// atStep: as that step left it, where RunWorker can go there; the snapshot tells the step.
    void askForTensor(const RunHistory* run, const TensorName& name, std::optional<std::int64_t> atStep = {});
    /// An element of one of history()'s tensors through a step, once the run stands still; elementHistoryReady() follows. As
    /// askForTensor() in all else; the two do not replace each other.
    void askForHistory(
        const RunHistory* run, const ElementQuestion& question, std::optional<std::int64_t> atStep = {});
    /// What each operation of a step of history() lost, once the run stands still; operationCountsReady() follows. As askForTensor()
    /// in all else; the two do not replace each other.
    void askForOperations(const RunHistory* run, std::optional<std::int64_t> atStep = {});
    /// What history()'s lanes make of these examples, of the shape of its data's, with the weights that the last step left;
    /// evaluationReady() follows. As askForTensor() in all else; the two do not replace each other.
    void askForEvaluation(
        const RunHistory* run, EvaluationQuestion question, std::optional<std::int64_t> atStep = {});

signals:
    void stateChanged(ulpscope::SessionRunner::State state);
    /// history() has grown.
    void historyGrew();
    /// history() is another object, or it went back.
    void historyReplaced();
    /// The session could not be run: one message with its place. `missingPackage` names the Debian package that holds
    /// the data, if that is what is missing.
    void failed(const QString& message, const QString& missingPackage);
    /// Belongs to history().
    void tensorReady(const std::shared_ptr<const ulpscope::TensorSnapshot>& snapshot);
    /// Belongs to history(). Null: there is none, as before the first step.
    void elementHistoryReady(const ulpscope::ElementQuestion& question,
        const std::shared_ptr<const ulpscope::ElementHistory>& history);
    /// Belongs to history(). Null: they cannot be counted.
    void operationCountsReady(const std::shared_ptr<const ulpscope::OperationCounts>& counts);
    /// Belongs to history().
    void evaluationReady(const std::shared_ptr<const ulpscope::Evaluation>& evaluation);
    /// A run paused because a condition was met, or a watch of its session that stops, at the last step of history().
    void conditionMet(const QString& title);
    /// Notes of the run, such as layers that a float8 policy does not apply to.
    void notesReady(const std::vector<Message>& notes);

private:
    TrainingOrder order(std::int64_t steps, StopRule until) const;
    void takeReports();
    void take(const RunLoaded& loaded);
    void take(RunBatch&& batch);
    void take(const RunTensor& tensor);
    void take(const RunElementHistory& answer);
    void take(const RunOperationCounts& answer);
    void take(const RunEvaluation& answer);
    void take(const RunAccuracyReport& report);
    void take(const RunWentTo& went);
    void take(const RunPaused& paused);
    void take(const RunEnded& ended);
    void take(const RunFailed& failure);
    void stopFetchingIfIdle();
    /// Changes the state without a signal; signals are emitted when all is in place.
    void enter(State state);
    void setState(State state);

    std::shared_ptr<const Kernels> m_kernels;
    int m_threads;
    MemoryShare m_memory;
    State m_state = State::Empty;
    std::shared_ptr<const SessionSpec> m_session;
    bool m_trainsWhenLoaded = false;
    bool m_pausesAtDivergence = false;
    std::shared_ptr<RunHistory> m_history;
    /// Trains the run of m_history, except in the states Loading and Empty.
    std::unique_ptr<RunWorker> m_worker;
    std::vector<std::int64_t> m_keptSteps;
    std::optional<DataRepair> m_repair;
    QTimer m_fetchTimer; ///< runs while the worker has something to do
};

} // namespace ulpscope
