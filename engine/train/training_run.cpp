// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/training_run.h"

#include "engine/base/large_pages.h"
#include "engine/data/dataset_catalog.h"
#include "engine/loss/loss_catalog.h"
#include "engine/loss/metric_catalog.h"
#include "engine/train/checked_session.h"
#include "engine/train/compile_outcome.h"
#include "engine/train/kept_states.h"
#include "engine/train/lane.h"
#include "engine/train/lockstep.h"
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

/// A candidate lane with what was found out about it so far.
struct Candidate
{
    Candidate(const CheckedSession& checked, const Kernels& kernels)
        : lane(checked.plan, checked.session.training, lossScaleOf(checked.session),
            floatxFor(checked.session.policies), kernels)
        , probe(checked.plan, checked.session.training, checked.session.probes, lane, kernels)
        , notes(checked.plan.notes)
    {
        if (checked.session.training.lossScale.className == "auto")
            notes.push_back("loss scale auto: " + compileReport(checked.session).sentence);
    }

    Lane lane;
    StepProbe probe;
    std::vector<std::string> notes;
    StepRecord record;
    RunTotals totals;
};

std::vector<MetricValue> metricsOf(const Score& score)
{
    std::vector<MetricValue> values;
    for (const TestMetric& metric : testMetricCatalog())
        if (const std::optional<double> value = metric.value(score))
            values.push_back({std::string(metric.name), *value});
    return values;
}

std::optional<double> accuracyAmong(const std::vector<MetricValue>& metrics)
{
    for (const MetricValue& metric : metrics)
        if (metric.name == "accuracy")
            return metric.value;
    return std::nullopt;
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

struct TrainingRun::State
{
    State(const std::vector<CheckedSession>& checked, Dataset loaded, const Kernels& kernels, int threads)
        : data(std::move(loaded))
        , order(data.train.count, checked[0].session.training.batchSize, checked[0].session.training.seed,
              checked[0].session.training.shuffle)
        , watch(checked[0].session.probes.watch)
        , lockstep(threads)
    {
        if (watch == WatchMode::Twin)
            twin = std::make_unique<Lane>(float64Twin(checked[0].plan),
                ofReference(checked[0].session.training), LossScale{}, float64Format(), kernels);
        for (const CheckedSession& session : checked)
            candidates.push_back(std::make_unique<Candidate>(session, kernels));
        makeTasks();
    }

    void makeTasks();
    void computeGradients(Candidate& candidate);
    void update(Candidate& candidate);
    void findBirthplace(Candidate& candidate, bool isInUpdate);
    bool step();
    void keep();
    void restore(const RunState& state);

    Dataset data;
    BatchOrder order;
    WatchMode watch;
    std::unique_ptr<Lane> twin; ///< null in step watch
    std::vector<std::unique_ptr<Candidate>> candidates;
    Lockstep lockstep;
    /// What lanes do at a step, side by side; made once, so that a step allocates nothing.
    std::vector<std::function<void()>> gradientTasks;
    std::vector<std::function<void()>> sampleTasks; ///< at sampled steps, before the update
    std::vector<std::function<void()>> updateTasks;
    std::vector<std::function<void()>> sampleUpdateTasks; ///< at sampled steps, after the update
    WeightsBefore twinWeightsBefore; ///< at sampled steps

    std::int64_t stepsDone = 0;
    const std::vector<std::int64_t>* batch = nullptr; ///< of the step under way
    const std::stop_token* stop = nullptr;
    std::atomic<bool> wasStopped = false;

    KeptStates kept;
    double seconds = 0; ///< spent in step()
    std::int64_t timedSteps = 0;
};

void TrainingRun::State::makeTasks()
{
    if (twin) {
        gradientTasks.emplace_back([this] {
            if (!twin->computeGradients(data, *batch, stepsDone, stop))
                wasStopped = true;
        });
        updateTasks.emplace_back([this] {
            if (candidates.front()->probe.isDue(stepsDone))
                keepWeights(*twin, twinWeightsBefore);
            twin->update();
        });
    }
    for (const auto& candidate : candidates) {
        Candidate* c = candidate.get();
        gradientTasks.emplace_back([this, c] { computeGradients(*c); });
        updateTasks.emplace_back([this, c] { update(*c); });
        sampleTasks.emplace_back([this, c] { c->probe.measurePasses(c->lane, twin.get()); });
        sampleTasks.emplace_back([this, c] {
            if (!c->probe.endRedo(c->lane, stepsDone, stop))
                wasStopped = true;
        });
        sampleUpdateTasks.emplace_back([this, c] { c->probe.measureKept(c->lane, twin.get()); });
        sampleUpdateTasks.emplace_back(
            [this, c] { c->probe.measureUpdates(c->lane, twin.get(), twinWeightsBefore); });
    }
}

void TrainingRun::State::computeGradients(Candidate& c)
{
    if (!c.lane.computeGradients(data, *batch, stepsDone, stop)
        || !c.probe.beginRedo(c.lane, data, *batch, stepsDone, stop))
        wasStopped = true;
}

void TrainingRun::State::findBirthplace(Candidate& c, bool isInUpdate)
{
    const LaneOutcome& outcome = c.lane.outcome();
    if (c.totals.birthplace || (outcome.counts.nonFinite == 0 && std::isfinite(outcome.loss)))
        return;
    c.totals.birthplace = isInUpdate ? birthplaceInUpdate(c.lane, stepsDone)
                                     : birthplaceInGradients(c.lane, data, *batch, stepsDone);
}

void TrainingRun::State::update(Candidate& c)
{
    findBirthplace(c, false);
    StepRecord& record = c.record;
    StepCounts counts = c.probe.measureGradients(c.lane, twin.get(), record);
    c.lane.update();
    findBirthplace(c, true);

    const LaneOutcome& outcome = c.lane.outcome();
    record.step = stepsDone;
    record.loss = outcome.loss;
    record.lossScale.reset();
    if (c.lane.lossScale().isScaled())
        record.lossScale = outcome.lossScale;
    record.skipped = outcome.skipped;
    record.diverged = outcome.diverged;
    record.overflows = outcome.counts.overflows;
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
}

bool TrainingRun::State::step()
{
    if (kept.isWanted(stepsDone))
        keep();
    batch = &order.batch(stepsDone);
    wasStopped = false;
    if (candidates.front()->probe.isDue(stepsDone)) {
        const std::array<Lockstep::Phase, 4> phases{
            gradientTasks, sampleTasks, updateTasks, sampleUpdateTasks};
        lockstep.run(phases, wasStopped);
    } else {
        const std::array<Lockstep::Phase, 2> phases{gradientTasks, updateTasks};
        lockstep.run(phases, wasStopped);
    }
    if (wasStopped) {
        if (twin)
            twin->undoGradients();
        for (const auto& candidate : candidates)
            candidate->lane.undoGradients();
        return false;
    }
    for (const auto& candidate : candidates)
        candidate->probe.gather(candidate->lane, stepsDone, candidate->record);
    ++stepsDone;
    return true;
}

void TrainingRun::State::keep()
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

void TrainingRun::State::restore(const RunState& state)
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

TrainingRun::TrainingRun(std::unique_ptr<State> state)
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
    Result<Dataset> loaded = loadDataset(data, first.session.training.seed);
    if (!loaded)
        return loaded.error();
    useLargePages(loaded->train.features.data(), loaded->train.features.size() * sizeof(float));
    Shape example;
    for (const std::int64_t extent : loaded->featureShape)
        example.append(extent);
    if (const Shape& input = first.plan.layers.front().outputShape; !(input == example))
        return Error{"layers[0].shape",
            "expected " + example.text() + ", the shape of an example of the data, got " + input.text()};
    const Component& loss = first.session.training.loss;
    const Status fits
        = findRow(lossCatalog(), loss.className)
              ->make(loss.config)
              ->fits(first.plan.layers.back().outputShape, loaded->targetsPerExample, loaded->classes);
    if (!fits)
        return Error{"training.loss", loss.className + " " + fits.error().message};
    const std::vector<std::string> dataNotes = loaded->notes;
    auto state = std::make_unique<State>(checked, *std::move(loaded), kernels, options.threads);
    for (const auto& candidate : state->candidates)
        candidate->notes.insert(candidate->notes.end(), dataNotes.begin(), dataNotes.end());
    if (const std::string& path = first.session.training.initialWeights; !path.empty()) {
        const Result<std::vector<NamedArray>> weights
            = loadWeights(path, first.session.model, state->candidates.front()->lane.model());
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
    State& s = *m_state;
    const auto begin = std::chrono::steady_clock::now();
    s.stop = &stop;
    const bool isDone = s.step();
    s.stop = nullptr;
    s.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    s.timedSteps += isDone ? 1 : 0;
    return isDone;
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
    State& s = *m_state;
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

RunSummary TrainingRun::summarize(std::size_t candidate, const std::stop_token& stop)
{
    State& s = *m_state;
    Candidate& c = *s.candidates.at(candidate);
    RunSummary summary;
    summary.steps = s.stepsDone;
    summary.watch = s.watch;
    summary.loss = c.record.loss;
    summary.referenceLoss = c.record.referenceLoss;
    if (const std::optional<Score> score = c.lane.evaluate(s.data, s.data.test, &stop))
        summary.testMetrics = metricsOf(*score);
    if (s.twin)
        if (const std::optional<Score> score = s.twin->evaluate(s.data, s.data.test, &stop))
            summary.referenceTestMetrics = metricsOf(*score);
    if (!c.totals.divergedAt)
        summary.testAccuracy = accuracyAmong(summary.testMetrics);
    if (s.twin && !s.twin->outcome().diverged) // of weights that are not finite it means nothing
        summary.referenceTestAccuracy = accuracyAmong(summary.referenceTestMetrics);
    const StepCounts& counts = c.totals.counts;
    if (s.twin || counts.gradientsNonZero > 0)
        summary.gradientsFlushedPercent = percent(counts.gradientsFlushed, counts.gradientsNonZero);
    summary.updatesLostPercent = percent(counts.updatesLost, counts.updatesNonZero);
    summary.overflows = counts.overflows;
    summary.errorVsFloat64 = c.record.errorVsFloat64;
    summary.gradientErrorVsFloat64 = c.record.gradientErrorVsFloat64;
    if (c.lane.lossScale().isScaled())
        summary.lossScale = static_cast<double>(c.lane.lossScale().scale);
    summary.skippedSteps = c.totals.skippedSteps;
    summary.divergedAt = c.totals.divergedAt;
    summary.firstNonFinite = c.totals.birthplace;
    summary.stepsPerSecond = s.seconds > 0 ? static_cast<double>(s.timedSteps) / s.seconds : 0;
    return summary;
}

} // namespace ulpscope
