// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/training_run.h"

#include "engine/data/dataset_catalog.h"
#include "engine/loss/loss_catalog.h"
#include "engine/loss/metric_catalog.h"
#include "engine/train/checked_session.h"
#include "engine/train/compile_outcome.h"
#include "engine/train/lane.h"
#include "engine/train/lockstep.h"
#include "engine/train/step_probe.h"
#include "engine/train/weight_arrays.h"

#include <chrono>
#include <functional>

namespace ulpscope {

namespace {

/// A candidate lane with what was found out about it so far.
struct Candidate
{
    Candidate(const CheckedSession& checked, const Kernels& kernels)
        : lane(checked.plan, checked.session.training, lossScaleOf(checked.session),
            floatxFor(checked.session.policies), kernels)
        , probe(checked.plan, kernels, checked.session.probes.tensorsEvery)
        , notes(checked.plan.notes)
    {
        if (checked.session.training.lossScale.className == "auto")
            notes.push_back("loss scale auto: " + compileReport(checked.session).sentence);
    }

    Lane lane;
    StepProbe probe;
    std::vector<std::string> notes;
    StepRecord record;
    StepCounts totals;
    std::int64_t skippedSteps = 0;
    std::optional<std::int64_t> divergedAt;
};

std::vector<MetricValue> metricsOf(const Score& score)
{
    std::vector<MetricValue> values;
    for (const TestMetric& metric : metricCatalog())
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

/// The reference scales nothing, so its loop has nothing to forget.
TrainingSpec withoutLoop(TrainingSpec training)
{
    training.loop = TrainingLoop::Fit;
    return training;
}

} // namespace

struct TrainingRun::State
{
    State(const std::vector<CheckedSession>& checked, Dataset loaded, const Kernels& kernels, int threads)
        : data(std::move(loaded))
        , order(data.train.count, checked[0].session.training.batchSize, checked[0].session.training.seed,
              checked[0].session.training.shuffle)
        , reference(float64Twin(checked[0].plan), withoutLoop(checked[0].session.training), LossScale{},
              float64Format(), kernels)
        , lockstep(threads)
    {
        for (const CheckedSession& session : checked)
            candidates.push_back(std::make_unique<Candidate>(session, kernels));
    }

    Dataset data;
    BatchOrder order;
    Lane reference;
    std::vector<std::unique_ptr<Candidate>> candidates;
    Lockstep lockstep;
    std::int64_t stepsDone = 0;
    double seconds = 0; ///< spent in step()
};

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
    Result<Dataset> loaded
        = findRow(datasetCatalog(), data.className)->load(data.config, first.session.training.seed);
    if (!loaded)
        return loaded.error();
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
    auto state = std::make_unique<State>(checked, *std::move(loaded), kernels, options.threads);
    if (const std::string& path = first.session.training.initialWeights; !path.empty()) {
        const Result<std::vector<NamedArray>> weights = loadWeights(path, state->reference.model());
        if (!weights)
            return Error{"training.initial_weights", weights.error().text(), weights.error().kind};
        state->reference.assignWeights(*weights);
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
    return m_state->candidates.front()->probe.paths();
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
    return tensorNames(m_state->candidates.at(candidate)->lane.model());
}

TensorSnapshot TrainingRun::snapshot(const TensorName& name, std::size_t candidate) const
{
    return snapshotOf(
        m_state->candidates.at(candidate)->lane, m_state->reference, name, m_state->stepsDone - 1);
}

std::vector<NamedArray> TrainingRun::weights(std::size_t candidate) const
{
    return weightArrays(m_state->candidates.at(candidate)->lane.model());
}

std::vector<NamedArray> TrainingRun::referenceWeights() const
{
    return weightArrays(m_state->reference.model());
}

void TrainingRun::step()
{
    State& s = *m_state;
    const auto begin = std::chrono::steady_clock::now();
    const std::int64_t stepIndex = s.stepsDone;
    const std::vector<std::int64_t>& batch = s.order.batch(stepIndex);
    std::vector<std::function<void()>> tasks;
    tasks.reserve(s.candidates.size() + 1);
    tasks.emplace_back([&] {
        s.reference.computeGradients(s.data, batch, stepIndex);
        s.reference.update();
    });
    for (const auto& candidate : s.candidates) {
        tasks.emplace_back([&, c = candidate.get()] {
            c->lane.computeGradients(s.data, batch, stepIndex);
            c->probe.measureBeforeUpdate(c->lane, stepIndex);
            c->lane.update();
        });
    }
    s.lockstep.run(tasks);
    for (const auto& c : s.candidates) {
        const StepCounts counts = c->probe.measure(c->lane, s.reference, stepIndex, c->record);
        c->totals += counts;
        c->skippedSteps += c->record.skipped ? 1 : 0;
        if (counts.diverged && !c->divergedAt)
            c->divergedAt = stepIndex;
    }
    ++s.stepsDone;
    s.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

RunSummary TrainingRun::summarize(std::size_t candidate)
{
    State& s = *m_state;
    Candidate& c = *s.candidates.at(candidate);
    RunSummary summary;
    summary.steps = s.stepsDone;
    summary.loss = c.record.loss;
    summary.referenceLoss = c.record.referenceLoss;
    summary.testMetrics = metricsOf(c.lane.evaluate(s.data, s.data.test));
    summary.referenceTestMetrics = metricsOf(s.reference.evaluate(s.data, s.data.test));
    if (!c.divergedAt)
        summary.testAccuracy = accuracyAmong(summary.testMetrics);
    summary.referenceTestAccuracy = accuracyAmong(summary.referenceTestMetrics);
    summary.gradientsFlushedPercent = percent(c.totals.gradientsFlushed, c.totals.gradientsNonZero);
    summary.updatesLostPercent = percent(c.totals.updatesLost, c.totals.updatesNonZero);
    summary.overflows = c.totals.overflows;
    summary.errorVsFloat64 = c.record.errorVsFloat64;
    if (c.lane.lossScale().isScaled())
        summary.lossScale = static_cast<double>(c.lane.lossScale().scale);
    summary.skippedSteps = c.skippedSteps;
    summary.divergedAt = c.divergedAt;
    summary.stepsPerSecond = s.seconds > 0 ? static_cast<double>(s.stepsDone) / s.seconds : 0;
    return summary;
}

} // namespace ulpscope
