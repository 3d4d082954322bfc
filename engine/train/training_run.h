// SPDX-License-Identifier: GPL-3.0-or-later
// One run: a float64 reference (but in step watch) and one or more candidate lanes in lockstep, one step a call. The window,
// the command line and the tests train through this and nothing else.
#pragma once

#include "engine/base/machine_memory.h"
#include "engine/base/memory_budget.h"
#include "engine/base/result.h"
#include "engine/data/data_sample.h"
#include "engine/file/npz.h"
#include "engine/kernels/kernels.h"
#include "engine/probe/records.h"
#include "engine/session/session_spec.h"
#include "engine/session/watch.h"
#include "engine/train/element_history.h"
#include "engine/train/evaluation.h"
#include "engine/train/operation_counts.h"
#include "engine/train/run_summary.h"
#include "engine/train/run_totals.h"
#include "engine/train/tensor_snapshot.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace ulpscope {

struct TrainingRunState;

struct RunOptions
{
    int threads = 1; ///< at most this many; results do not depend on it
    /// That it may take beside its data; a session that asks for more is refused. By default what the machine has free.
    std::uint64_t memoryBytes = availableMemory();
    std::stop_token stop = {}; ///< ends create(), with an error of kind Stopped
    std::shared_ptr<MemoryBudget> budget
        = {}; ///< of which it takes a share, for what it is used for; null: none
    MemoryUse use = MemoryUse::Run;
};

class TrainingRun
{
public:
    /// Loads the data, builds the models, draws the initial weights. Errors carry the session file's place.
    static Result<TrainingRun> create(
        const SessionSpec& session, const Kernels& kernels, const RunOptions& options = {});
    /// Several candidates beside one reference. They may differ in policies (global, map, layers' own) and loss scale
    /// only. What a candidate computes does not depend on the others.
    static Result<TrainingRun> create(
        const std::vector<SessionSpec>& candidates, const Kernels& kernels, const RunOptions& options = {});

    TrainingRun(TrainingRun&&) noexcept;
    TrainingRun& operator=(TrainingRun&&) noexcept;
    ~TrainingRun();

    /// Steps done so far; the next step's index.
    std::int64_t stepsDone() const;

    std::size_t candidates() const;

    /// Trains all lanes on the next batch. False if `stop` was asked for between two layers: then the run is as it was
    /// before, and the step can be begun again.
    bool step(const std::stop_token& stop = {});
    /// From here on the candidate is not trained: its record and totals stay what they are, the others go on as if it were there. No
    /// states may be kept.
    void leaveOut(std::size_t candidate);
    /// What the last step came to; valid until the next one.
    const StepRecord& record(std::size_t candidate = 0) const;
    /// What the steps so far add up to.
    const RunTotals& totals(std::size_t candidate = 0) const;

    /// From here on keeps states within a budget of bytes, so that goTo() can go back. 0 keeps none.
    void keepStates(std::size_t budgetBytes);
    /// Frees what only the next step would use, and allocate again: after the last one.
    void releaseStorage();
    /// The steps whose states are kept, ascending.
    std::vector<std::int64_t> keptSteps() const;
    /// Goes to where `step` steps are done, back or forward: from the kept state at or before it, by training on from
    /// there, which gives the same bits again. Records and tensors are then those of the step before (none at 0). False if there
    /// is no state at or before it, or if stopped on the way: then fewer steps are done.
    bool goTo(std::int64_t step, const std::stop_token& stop = {});

    /// From here on it is a run of so many steps, which must not be fewer than are done: what it trains is to the last bit what
    /// that one would have trained. Where weights became averages at its end so far, they are what they were before.
    void extendTo(std::int64_t steps);

    /// Accuracy of the lanes on these examples; nothing if stopped. Leaves the run as it was.
    std::optional<RunAccuracy> accuracy(
        const Examples& examples, std::size_t candidate = 0, const std::stop_token& stop = {});
    /// The summary of the steps so far; evaluates the candidate and the reference on the test data, unless stopped.
    RunSummary summarize(std::size_t candidate = 0, const std::stop_token& stop = {});

    /// Some examples of the data, at most so many of each part.
    DataSample sample(std::int64_t mostExamples = 1024) const;
    /// What the candidate and the reference make of examples; nothing if stopped. Steps, records and tensors are the same as if
    /// it had not been asked.
    std::optional<Evaluation> evaluate(
        EvaluationQuestion question, std::size_t candidate = 0, const std::stop_token& stop = {});

    /// Tensors whose metrics the records have.
    std::vector<RecordedTensor> recorded(std::size_t candidate = 0) const;
    /// The tensors that snapshot() knows.
    std::vector<TensorName> tensors(std::size_t candidate = 0) const;
    /// A copy of a tensor as the last step left it; weights are those after the update.
    TensorSnapshot snapshot(const TensorName& name, std::size_t candidate = 0) const;

    /// An element through the last step, which is done again for that from a kept state. Nothing where no state is kept, or the step
    /// leaves no such element; or if stopped, and then fewer steps may be done.
    std::optional<ElementHistory> history(
        const ElementQuestion& question, std::size_t candidate = 0, const std::stop_token& stop = {});

    /// What each operation of the last step lost, which is done again for that, as history() does it. Nothing likewise, and where
    /// countOperations() has nothing.
    std::optional<OperationCounts> operationCounts(
        std::size_t candidate = 0, const std::stop_token& stop = {});

    /// All variables as they are now, by Keras' paths; those of the float64 lane are not rounded. In step watch there is
    /// none, and the first candidate's are given in its place.
    std::vector<NamedArray> weights(std::size_t candidate = 0) const;
    std::vector<NamedArray> referenceWeights() const;
    /// The same to be written, until the next step.
    std::vector<ArraySource> weightSources(std::size_t candidate = 0) const;
    std::vector<ArraySource> referenceWeightSources() const;
    /// What the candidate keeps beside its weights, as a session's initial_state has it (train/training_state.h).
    std::vector<NamedArray> state(std::size_t candidate = 0) const;
    /// All that the candidate and the reference go on from, bit for bit.
    std::vector<NamedArray> wholeState(std::size_t candidate = 0) const;

    /// What a candidate left in another process.
    struct Earlier
    {
        std::filesystem::path file; ///< of the state: an error's place
        std::vector<NamedArray> state; ///< wholeState()
        RunTotals totals;
    };
    /// A run that has done no step goes on from where one of the same sessions was; by candidate. The error says what is not that
    /// run's; the run is then of no use.
    Status goOnFrom(const std::vector<Earlier>& candidates);
    /// Fingerprint of the data's numbers: a run goes on from a state only with the same data.
    std::string dataFingerprint() const;

    /// Layer and variable paths that TensorPoint::path counts: "sequential/dense", "sequential/dense/kernel".
    const std::vector<std::string>& paths() const;
    /// What a person should know of how the session was understood, e.g. layers that cannot take a float8 policy.
    const std::vector<Message>& notes(std::size_t candidate = 0) const;

private:
    explicit TrainingRun(std::unique_ptr<TrainingRunState> state);
    std::unique_ptr<TrainingRunState> m_state;
};

} // namespace ulpscope
