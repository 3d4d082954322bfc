// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/training_run.h"

#include "engine/base/large_pages.h"
#include "engine/data/dataset_catalog.h"
#include "engine/loss/loss_catalog.h"
#include "engine/train/checked_session.h"
#include "engine/train/compile_outcome.h"
#include "engine/train/kept_states.h"
#include "engine/train/lane.h"
#include "engine/train/lockstep.h"
#include "engine/train/run_memory.h"
#include "engine/train/step_probe.h"
#include "engine/train/weight_arrays.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>

namespace ulpscope {

namespace {

/// A step that takes no longer is not interrupted, so that its updates need not wait for all that could be.
constexpr double kUninterruptedSeconds = 0.02;

bool hasNonFinite(const LaneOutcome& outcome)
{
    return outcome.counts.nonFinite > 0 || !std::isfinite(outcome.loss);
}

/// Whether both sessions are the same but for policies, recipes, overrides, loss scale and loop.
bool shareAReference(const SessionSpec& a, SessionSpec b)
{
    b.policies = a.policies;
    b.training.lossScale = a.training.lossScale;
    b.training.loop = a.training.loop;
    if (a.model.layers.size() != b.model.layers.size())
        return false;
    for (std::size_t i = 0; i < a.model.layers.size(); ++i) {
        b.model.layers[i].policy = a.model.layers[i].policy;
        b.model.layers[i].numerics = a.model.layers[i].numerics;
        b.model.layers[i].recipe = a.model.layers[i].recipe;
        b.model.layers[i].children = a.model.layers[i].children;
    }
    return a == b;
}

} // namespace

std::vector<Lockstep::Task> TrainingRunState::tasksOfStep(bool isSampled, bool isInterruptible)
{
    using Indices = std::vector<std::size_t>;
    std::vector<Lockstep::Task> made;
    const auto add = [&](std::size_t lane, Indices after, std::function<void()> work) {
        made.push_back({std::move(work), std::move(after), lane});
        return made.size() - 1;
    };
    const auto with = [](Indices some, const Indices& others) {
        some.insert(some.end(), others.begin(), others.end());
        return some;
    };
    const std::size_t firstCandidate = twin ? 1 : 0;
    Indices ofTwin; // its gradients
    if (twin)
        ofTwin = {add(0, {}, [this] { stopUnless(twin->computeGradients(data, *batch, stepsDone, stop)); })};
    Indices computed; // by candidate: its gradients
    Indices redone; // what is redone in float64 before the update
    Indices backward; // and the rest of that
    for (std::size_t i = 0; i < candidates.size(); ++i)
        computed.push_back(
            add(firstCandidate + i, {}, [this, c = candidates[i].get()] { computeGradients(*c); }));
    for (std::size_t i = 0; isSampled && i < candidates.size(); ++i) {
        Candidate* c = candidates[i].get();
        redone.push_back(add(firstCandidate + i, {computed[i]},
            [this, c] { stopUnless(c->probe.beginRedo(c->lane, data, *batch, stepsDone, stop)); }));
        backward.push_back(add(firstCandidate + i, {redone[i]},
            [this, c] { stopUnless(c->probe.endRedo(c->lane, stepsDone, stop)); }));
    }
    const auto own = [&](std::size_t i) {
        return isSampled ? Indices{computed[i], redone[i]} : Indices{computed[i]};
    };
    Indices compared; // and measured
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        Candidate* c = candidates[i].get();
        Indices after = twin ? with({computed[i]}, ofTwin) : own(i);
        if (isSampled) {
            after = {add(0, after, [this, c] {
                if (stop == nullptr || !stop->stop_requested())
                    c->probe.measurePasses(c->lane, twin.get());
                else
                    wasStopped = true;
            })};
            compared.push_back(after[0]);
        }
        compared.push_back(add(firstCandidate + i, after, [this, c, isSampled] {
            c->counts = c->probe.compareGradients(c->lane, twin.get(), isSampled, c->record);
        }));
    }
    Indices twinIsReady = ofTwin;
    if (twin && isSampled)
        twinIsReady.push_back(add(0, ofTwin, [this] { keepWeights(*twin, twinWeightsBefore); }));
    // All of a step is done or nothing: where a stop may cut it short, no weight moves before that is over.
    const Indices all = with(with(with(twinIsReady, computed), with(redone, backward)), compared);
    const Indices before = isInterruptible ? all : Indices{};
    Indices updated;
    if (twin)
        updated.push_back(add(0, with(twinIsReady, before), [this] { twin->update(); }));
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        Candidate* c = candidates[i].get();
        const std::size_t moved = add(firstCandidate + i, with(own(i), before), [this, c] { update(*c); });
        if (!isSampled)
            continue;
        const Indices both = with({moved}, updated);
        add(firstCandidate + i, both, [this, c] { c->probe.measureKept(c->lane, twin.get()); });
        add(0, both, [this, c] { c->probe.measureUpdates(c->lane, twin.get(), twinWeightsBefore); });
    }
    return made;
}

void TrainingRunState::computeGradients(Candidate& c)
{
    c.birthplace.reset();
    if (!c.lane.computeGradients(data, *batch, stepsDone, stop)) {
        wasStopped = true;
        return;
    }
    if (!c.totals.birthplace && hasNonFinite(c.lane.outcome()))
        c.birthplace = birthplaceInGradients(c.lane, data, *batch, stepsDone);
    c.probe.measureGradients(c.lane, c.record);
}

void TrainingRunState::update(Candidate& c)
{
    c.lane.update();
    if (!c.totals.birthplace && !c.birthplace && hasNonFinite(c.lane.outcome()))
        c.birthplace = birthplaceInUpdate(c.lane, stepsDone);
}

void TrainingRunState::finish(Candidate& c)
{
    const LaneOutcome& outcome = c.lane.outcome();
    StepRecord& record = c.record;
    record.step = stepsDone;
    record.loss = outcome.loss;
    record.lossScale.reset();
    if (c.lane.lossScale().isScaled())
        record.lossScale = outcome.lossScale;
    record.skipped = outcome.skipped;
    record.diverged = outcome.diverged;
    record.overflows = outcome.counts.overflows;
    StepCounts counts = c.counts;
    for (const UpdateCounts& update : outcome.updates) {
        counts.updatesNonZero += update.nonZero;
        counts.updatesLost += update.lost;
    }
    record.updatesLostPercent = percent(counts.updatesLost, counts.updatesNonZero);
    counts.overflows = outcome.counts.overflows;
    c.totals.counts += counts;
    c.totals.skippedSteps += outcome.skipped ? 1 : 0;
    if (outcome.diverged && !c.totals.divergedAt)
        c.totals.divergedAt = stepsDone;
    if (!c.totals.birthplace)
        c.totals.birthplace = std::move(c.birthplace);
    c.probe.gather(c.lane, stepsDone, record);
}

void TrainingRunState::endFit()
{
    if (twin)
        twin->endFit();
    for (const auto& candidate : candidates)
        candidate->lane.endFit();
}

bool TrainingRunState::step(const std::stop_token& mayStop)
{
    const auto begin = std::chrono::steady_clock::now();
    if (kept.isWanted(stepsDone))
        keep();
    batch = &order.batch(stepsDone);
    wasStopped = false;
    const bool isSampled = candidates.front()->probe.isDue(stepsDone);
    const bool isInterruptible = mayStop.stop_possible() && longestStep > kUninterruptedSeconds;
    stop = isInterruptible ? &mayStop : nullptr;
    lockstep.run(tasks[isSampled ? 1 : 0][isInterruptible ? 1 : 0], wasStopped);
    if (wasStopped) {
        if (twin)
            twin->undoGradients();
        for (const auto& candidate : candidates)
            candidate->lane.undoGradients();
    } else {
        for (const auto& candidate : candidates)
            finish(*candidate);
        ++stepsDone;
        ++timedSteps;
        if (stepsDone == lastStep)
            endFit();
    }
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    seconds += took;
    constexpr double kForgotten = 0.9;
    longestStep = std::max(took, kForgotten * longestStep);
    return !wasStopped;
}

void TrainingRunState::keep()
{
    RunState& state = kept.beginAdding(stepsDone);
    state.lanes.resize(candidates.size() + (twin ? 1 : 0));
    state.totals.resize(candidates.size());
    if (twin)
        twin->save(state.lanes.back());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        candidates[i]->lane.save(state.lanes[i]);
        state.totals[i] = candidates[i]->totals;
    }
    kept.added();
}

void TrainingRunState::restore(const RunState& state)
{
    if (twin)
        twin->restore(state.lanes.back());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        candidates[i]->lane.restore(state.lanes[i]);
        candidates[i]->totals = state.totals[i];
        candidates[i]->record = {};
    }
    stepsDone = state.step;
}

TrainingRun::TrainingRun(std::unique_ptr<TrainingRunState> state)
    : m_state(std::move(state))
{
}
TrainingRun::TrainingRun(TrainingRun&&) noexcept = default;
TrainingRun& TrainingRun::operator=(TrainingRun&&) noexcept = default;
TrainingRun::~TrainingRun() = default;

Result<TrainingRun> TrainingRun::create(
    const SessionSpec& session, const Kernels& kernels, const RunOptions& options)
{
    return create(std::vector<SessionSpec>{session}, kernels, options);
}

Result<TrainingRun> TrainingRun::create(
    const std::vector<SessionSpec>& candidates, const Kernels& kernels, const RunOptions& options)
{
    check(!candidates.empty(), "[TrainingRun] at least one candidate");
    std::vector<CheckedSession> checked;
    for (const SessionSpec& candidate : candidates) {
        if (!shareAReference(candidates.front(), candidate))
            return Error{"", "the candidates of one run may differ in policies, loss scale and loop only"};
        Result<CheckedSession> resolved = resolveSession(candidate);
        if (!resolved)
            return resolved.error();
        checked.push_back(*std::move(resolved));
    }
    const CheckedSession& first = checked.front();
    const Component& data = first.session.data;
    Result<Dataset> loaded = loadDataset(data, first.session.training.seed, options.stop);
    if (!loaded)
        return loaded.error();
    if (const Status fits = checkMemory(checked, options.memoryBytes); !fits)
        return fits.error();
    useLargePages(loaded->train.features.data(), loaded->train.features.size() * sizeof(float));
    Shape example;
    for (const std::int64_t extent : loaded->featureShape)
        example.append(extent);
    if (const Shape& input = first.plan.layers.front().outputShape; !(input == example))
        return Error{"layers[0].shape",
            "expected " + example.text() + ", the shape of an example of the data, got " + input.text()
                + "; give the input layer that shape"};
    const Component& loss = first.session.training.loss;
    const Status fits
        = findRow(lossCatalog(), loss.className)
              ->make(loss.config)
              ->fits(first.plan.layers.back().outputShape, loaded->targetsPerExample, loaded->classes);
    if (!fits)
        return Error{"training.loss", loss.className + " " + fits.error().message};
    const std::vector<std::string> dataNotes = loaded->notes;
    auto state = std::make_unique<TrainingRunState>(checked, *std::move(loaded), kernels, options);
    if (options.stop.stop_requested())
        return stoppedError();
    for (const auto& candidate : state->candidates)
        candidate->notes.insert(candidate->notes.end(), dataNotes.begin(), dataNotes.end());
    if (const std::string& path = first.session.training.initialWeights; !path.empty()) {
        const Result<std::vector<NamedArray>> weights
            = loadWeights(path, first.session.model, state->candidates.front()->lane.model(), options.stop);
        if (!weights)
            return Error{"training.initial_weights", weights.error().text(), weights.error().kind};
        if (state->twin)
            state->twin->assignWeights(*weights);
        for (const auto& candidate : state->candidates)
            candidate->lane.assignWeights(*weights);
    }
    return TrainingRun(std::move(state));
}

std::int64_t TrainingRun::stepsDone() const
{
    return m_state->stepsDone;
}
std::size_t TrainingRun::candidates() const
{
    return m_state->candidates.size();
}
const std::vector<std::string>& TrainingRun::paths() const
{
    return m_state->candidates.front()->probe.tensors().paths();
}
const StepRecord& TrainingRun::record(std::size_t candidate) const
{
    return m_state->candidates.at(candidate)->record;
}

const std::vector<std::string>& TrainingRun::notes(std::size_t candidate) const
{
    return m_state->candidates.at(candidate)->notes;
}

std::vector<TensorName> TrainingRun::tensors(std::size_t candidate) const
{
    const Candidate& c = *m_state->candidates.at(candidate);
    return tensorNames(c.lane, c.probe.tensors());
}

TensorSnapshot TrainingRun::snapshot(const TensorName& name, std::size_t candidate) const
{
    const Candidate& c = *m_state->candidates.at(candidate);
    const std::int64_t step = m_state->stepsDone - 1;
    const bool hasUpdates = step >= 0 && c.probe.isDue(step) && !c.lane.outcome().skipped;
    return snapshotOf(c.lane, c.probe.tensors(), m_state->twin.get(), name, step,
        hasUpdates ? &c.probe.laneBefore() : nullptr);
}

std::vector<NamedArray> TrainingRun::weights(std::size_t candidate) const
{
    return weightArrays(m_state->candidates.at(candidate)->lane.model());
}

std::vector<NamedArray> TrainingRun::referenceWeights() const
{
    return weightArrays((m_state->twin ? *m_state->twin : m_state->candidates.front()->lane).model());
}

const RunTotals& TrainingRun::totals(std::size_t candidate) const
{
    return m_state->candidates.at(candidate)->totals;
}

bool TrainingRun::step(const std::stop_token& stop)
{
    return m_state->step(stop);
}

void TrainingRun::keepStates(std::size_t budgetBytes)
{
    m_state->kept = KeptStates(budgetBytes);
}

std::vector<std::int64_t> TrainingRun::keptSteps() const
{
    return m_state->kept.steps();
}

bool TrainingRun::goTo(std::int64_t step, const std::stop_token& stop)
{
    TrainingRunState& s = *m_state;
    if (step < s.stepsDone || (step == s.stepsDone && step == 0)) {
        // One step short, so that the last step's tensors and record are there again.
        const RunState* state = s.kept.lastUpTo(std::max<std::int64_t>(step - 1, 0));
        if (state == nullptr)
            return step == s.stepsDone;
        s.restore(*state);
    }
    while (s.stepsDone < step)
        if (!this->step(stop))
            return false;
    return true;
}

} // namespace ulpscope
