// SPDX-License-Identifier: GPL-3.0-or-later
// The thread that owns one TrainingRun. It takes orders (train, pause) and keeps reports until they are
// fetched; nothing else is shared with it.
#pragma once

#include "engine/kernels/kernels.h"
#include "engine/session/data_repair.h"
#include "engine/session/stop_condition.h"
#include "engine/train/training_run.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <variant>
#include <vector>

namespace ulpscope {

struct RunLoaded
{
    std::vector<std::string> paths;
    std::vector<Message> notes;
    std::vector<TensorName> tensors;
    DataSample sample;
};
/// Consecutive steps.
struct RunBatch
{
    std::vector<StepRecord> records;
    RunTotals totals; ///< totals after the last of these records
    double stepsPerSecond = 0;
};
/// The answer to askForTensor().
struct RunTensor
{
    std::shared_ptr<const TensorSnapshot> snapshot;
};
/// The answer to askForHistory(); null where there is none, such as before the first step.
struct RunElementHistory
{
    ElementQuestion question;
    std::shared_ptr<const ElementHistory> history;
};
/// The answer to askForOperations(); null where there are none.
struct RunOperationCounts
{
    std::shared_ptr<const OperationCounts> counts;
};
/// The answer to askForEvaluation().
struct RunEvaluation
{
    std::shared_ptr<const Evaluation> evaluation;
};
/// Accuracy that is reported now and then during training.
struct RunAccuracyReport
{
    RunAccuracy accuracy;
};
struct RunPaused
{
    std::vector<std::int64_t> keptSteps; ///< TrainingRun::keptSteps()
    std::string met = {}; ///< condition or watch at which the run paused; empty: it paused for another reason
};
struct RunEnded
{
    RunSummary summary;
    std::vector<std::int64_t> keptSteps;
    std::string met = {};
};
/// The answer to goTo(): what was done after these is gone.
struct RunWentTo
{
    RunTotals totals;
    StepRecord record; ///< record of the step before; none at step 0
};
struct RunFailed
{
    std::string message;
    std::string missingPackage; ///< the Debian package with the data, if that is what is missing
    std::optional<DataRepair> repair; ///< set where the model does not fit the data
};
using RunReport = std::variant<RunLoaded, RunBatch, RunTensor, RunElementHistory, RunOperationCounts,
    RunEvaluation, RunAccuracyReport, RunWentTo, RunPaused, RunEnded, RunFailed>;

/// Order for a run: how far to train and where to pause.
struct TrainingOrder
{
    std::int64_t steps = -1; ///< number of further steps; negative: up to the session's own number of steps
    /// Pauses after the first step for which the condition holds, as it does for a watch of the session that stops.
    StopRule until = {};
    bool pausesAtDivergence = false; ///< pauses after the first step with StepRecord::diverged
    std::vector<WatchSpec> watches = {}; ///< the session's watches as they are now
};

/// The budget that a run asks for memory, and the use under which the budget counts it.
struct MemoryShare
{
    std::shared_ptr<MemoryBudget> budget = {}; ///< null: none
    MemoryUse use = MemoryUse::Run;
};

class RunWorker
{
public:
    /// The lanes are evaluated while they train after at least so many seconds, and for at most this share of the time.
    static constexpr double kAccuracySeconds = 1;
    static constexpr double kAccuracyShare = 0.03;
    /// Where it would take longer on the whole sample, it is done on so many of its test examples.
    static constexpr double kManyTestsSeconds = 0.1;
    static constexpr std::int64_t kFewTests = 256;
    /// Back-pressure: with so many records that were not fetched, the thread waits.
    static constexpr std::size_t kMaxUnreadRecords = 4096;
    /// Limits for the states that a run keeps so that the user can go back in it: bytes, and a share of the budget. A
    /// run of a sweep keeps none.
    static constexpr std::size_t kStateBytes = std::size_t{256} << 20;
    static constexpr std::size_t kStateShare = 8;

    /// The predecessor is asked to stop and has ended before this one begins, so that starting again and
    /// again never piles up work, and never blocks the caller.
    RunWorker(std::shared_ptr<const SessionSpec> session, std::shared_ptr<const Kernels> kernels, int threads,
        MemoryShare memory, std::unique_ptr<RunWorker> predecessor);
    /// Stops and waits for the end of what is under way, which looks for a stop often.
    ~RunWorker();

    void train(TrainingOrder order);
    /// Goes on as this session, which differs in that it has more steps; where it has to begin at an earlier one, RunWentTo
    /// comes first.
    void extend(std::shared_ptr<const SessionSpec> session, TrainingOrder order);
    /// Back to where `step` steps are done, then pauses: RunWentTo follows.
    void goTo(std::int64_t step);
    /// Pauses, if need be between two layers of a step, which then starts again.
    void pause();
    /// A copy of a tensor, made once between two steps, or after them: a RunTensor follows. A newer question replaces
    /// one that waits. Costs nothing while it is not asked. atStep: as that step left it, by going there and back again, while the
    /// run stands still and as far as that takes no longer than kMaxVisitSeconds; else as the newest step left it.
    void askForTensor(const TensorName& name, std::optional<std::int64_t> atStep = {});
    /// Likewise an element through the step, once the run stands still: a RunElementHistory follows.
    void askForHistory(const ElementQuestion& question, std::optional<std::int64_t> atStep = {});
    /// Likewise what each operation of the step lost: RunOperationCounts follow.
    void askForOperations(std::optional<std::int64_t> atStep = {});
    /// Likewise what the lanes make of these examples: a RunEvaluation follows.
    void askForEvaluation(EvaluationQuestion question, std::optional<std::int64_t> atStep = {});
    /// A question waits or is being answered, or takeReports() has something to give.
    bool owesReports() const;
    static constexpr double kMaxVisitSeconds = 1;
    /// Returns the reports since the last call, in order; consecutive steps are one batch.
    std::vector<RunReport> takeReports();

private:
    static std::unique_ptr<RunWorker> askedToStop(std::unique_ptr<RunWorker> worker);
    void work(const std::stop_token& stop);
    void loadAndTrain(const std::stop_token& stop);
    struct Order
    {
        TrainingOrder training;
        std::optional<std::int64_t> goTo = {}; ///< the step to go to in place of training
        std::shared_ptr<const SessionSpec> session
            = {}; ///< that the run is to be from now on; null: as it is
    };
    void give(Order order);
    /// Returns the condition that ended it, if one did.
    std::string trainUntil(TrainingRun& run, std::int64_t target, const TrainingOrder& order,
        SessionStops& watches, const std::stop_token& stop, const std::stop_token& interrupt);
    /// Reports the accuracy only now and then, so that it does not slow the training down.
    void reportAccuracy(TrainingRun& run, double stepsPerSecond, const std::stop_token& interrupt);
    std::optional<Order> nextOrder(TrainingRun& run, const std::stop_token& stop, std::stop_token& interrupt);
    /// interrupt: cuts the answer short, which is given when the run stands still.
    void answerQuestions(
        TrainingRun& run, bool standsStill, const std::stop_token& stop, const std::stop_token& interrupt);
    /// Whether a question waits; under m_mutex.
    bool isAsked() const
    {
        return m_question || m_historyQuestion || m_operationsQuestion || m_evaluationQuestion;
    }
    /// Whether the run went to where that step was the last, to come back from.
    bool visit(TrainingRun& run, std::optional<std::int64_t> step, const std::stop_token& stop) const;
    void report(RunReport report);
    /// Into the batch that was not fetched yet, if there is one.
    void reportStep(const TrainingRun& run, double stepsPerSecond);
    bool mayGoOn(const std::stop_token& stop);

    std::shared_ptr<const SessionSpec> m_session; ///< the thread's, once it runs
    std::shared_ptr<const Kernels> m_kernels;
    int m_threads;
    MemoryShare m_memory;
    std::unique_ptr<RunWorker> m_predecessor;
    std::shared_ptr<const Examples> m_testSample; ///< null where the task has no accuracy
    std::shared_ptr<const Examples> m_fewTests; ///< null where the task has no accuracy
    std::chrono::steady_clock::time_point m_lastAccuracy; ///< or the time when training went on
    std::optional<double> m_accuracySeconds; ///< seconds that the last accuracy took; none before the first
    double m_secondsAStep = 0; ///< seconds of a step, measured over the last steps; used by the thread only

    mutable std::mutex m_mutex; ///< guards everything that this and the thread share
    std::condition_variable_any m_changed;
    std::optional<Order> m_order;
    std::stop_source m_interrupt; ///< stops the order under way
    bool m_isPauseWanted = false;
    template <class Subject>
    struct Question
    {
        Subject subject;
        std::optional<std::int64_t> atStep; ///< nothing: the newest
    };
    std::optional<Question<TensorName>> m_question;
    std::optional<Question<ElementQuestion>> m_historyQuestion;
    std::optional<Question<std::monostate>> m_operationsQuestion;
    std::optional<Question<EvaluationQuestion>> m_evaluationQuestion;
    bool m_isAnswering = false;
    std::vector<RunReport> m_reports;
    std::size_t m_unreadRecords = 0;

    std::jthread m_thread; ///< last: begins when all the rest is there, and ends first
};

} // namespace ulpscope
