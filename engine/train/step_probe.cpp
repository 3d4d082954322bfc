// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/step_probe.h"

#include "engine/tensor/ops.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

StepProbe::StepProbe(const ModelPlan& plan, const TrainingSpec& training, const ProbeSpec& probes,
    const Lane& lane, bool areInputsFinite, const Kernels& kernels, const std::stop_token& stop)
    : m_probes(probes)
    , m_tensors(lane)
    , m_passes(m_tensors)
    , m_kept(m_tensors)
    , m_updates(m_tensors)
    , m_redo(plan, training, kernels, stop)
    , m_areInputsFinite(areInputsFinite)
{
}

bool StepProbe::beginRedo(const Lane& candidate, const Dataset& data, const std::vector<std::int64_t>& batch,
    std::int64_t stepIndex, const std::stop_token* stop)
{
    // Without a twin one float64 pass has to do: layer by layer and as a whole in turns, and both at the first step.
    const bool isStepWatch = m_probes.watch == WatchMode::Step;
    const std::int64_t sample = stepIndex / m_probes.tensorsEvery;
    m_hasRedoneLayers = !isStepWatch || sample == 0 || sample % 2 != 0;
    m_hasRedoneStep = isStepWatch && sample % 2 == 0;
    m_redo.takeWeights(candidate);
    if (m_hasRedoneLayers && !m_redo.redoForward(candidate, stepIndex, stop))
        return false;
    m_isBackwardLeft = m_hasRedoneLayers && !m_hasRedoneStep;
    if (!m_hasRedoneStep)
        return true;
    return (!m_hasRedoneLayers || m_redo.redoBackward(candidate, stepIndex, stop))
        && m_redo.redoStep(data, batch, stepIndex, stop);
}

bool StepProbe::endRedo(const Lane& candidate, std::int64_t stepIndex, const std::stop_token* stop)
{
    return !m_isBackwardLeft || m_redo.redoBackward(candidate, stepIndex, stop);
}

Float64Tensors StepProbe::float64Of(const Lane* twin) const
{
    if (twin != nullptr)
        return {twin, true};
    return {m_hasRedoneStep ? &m_redo.lane() : nullptr, false};
}

void StepProbe::measurePasses(const Lane& candidate, const Lane* twin)
{
    m_passes.points.measurePasses(candidate, float64Of(twin), m_passes.record);
}

std::int64_t StepProbe::nonFiniteOf(const Lane& candidate)
{
    const std::vector<TensorRef>& refs = m_tensors.refs();
    const auto count = [&](const TensorRef& ref) {
        const Tensor* tensor = tensorAt(candidate, ref);
        return tensor == nullptr ? 0 : finiteRange(candidate.arithmetic(), *tensor).nonFinite;
    };
    // What neither comes in nor is made by an operation is nowhere: most steps need not be searched.
    const bool isMade = candidate.outcome().counts.nonFinite > 0 || !std::isfinite(candidate.outcome().loss);
    const auto comesIn = [&](const TensorRef& ref) {
        const Node& node = candidate.model().nodes()[ref.node];
        return !m_areInputsFinite && ref.role == TensorRole::Output && node.inputs.empty() && count(ref) > 0;
    };
    if (m_wasFinite && !isMade && std::ranges::none_of(refs, comesIn))
        return 0;
    std::int64_t all = 0;
    for (const TensorRef& ref : refs)
        all += count(ref);
    m_wasFinite = all == 0;
    return all;
}

namespace {

bool isHeadline(TensorRole role)
{
    return role == TensorRole::OutputGradient || role == TensorRole::WeightGradient;
}

} // namespace

void StepProbe::measureGradients(const Lane& candidate, StepRecord& record)
{
    m_hasRedoneLayers = m_hasRedoneStep = m_isBackwardLeft = false;
    record.gradientAmax = 0;
    record.nonFinite = nonFiniteOf(candidate);
    for (const TensorRef& ref : m_tensors.refs())
        if (const Tensor* tensor = isHeadline(ref.role) ? tensorAt(candidate, ref) : nullptr)
            record.gradientAmax = std::max(record.gradientAmax,
                finiteRange(candidate.arithmetic(), *tensor).amax / candidate.outcome().scale);
}

StepCounts StepProbe::compareGradients(
    const Lane& candidate, const Lane* twin, bool isSampled, StepRecord& record)
{
    const LaneOutcome& outcome = candidate.outcome();
    const Arithmetic& arithmetic = candidate.arithmetic();
    const Lane* float64 = float64Of(twin).lane;
    StepCounts counts;
    Comparison weightGradients;
    for (std::size_t i = 0; i < m_tensors.refs().size(); ++i) {
        const TensorRef& ref = m_tensors.refs()[i];
        const Tensor* tensor
            = float64 != nullptr && isHeadline(ref.role) ? tensorAt(candidate, ref) : nullptr;
        if (tensor == nullptr)
            continue;
        const Comparison comparison = isSampled
            ? m_passes.points.comparison(i)
            : compare(arithmetic, *tensor, outcome.scale, *tensorAt(*float64, ref));
        counts.gradientsNonZero += comparison.referenceNonZero;
        counts.gradientsFlushed += comparison.flushed;
        if (ref.role == TensorRole::WeightGradient) {
            weightGradients.squaredError += comparison.squaredError;
            weightGradients.squaredReference += comparison.squaredReference;
        }
    }
    record.gradientsFlushedPercent.reset();
    if (float64 != nullptr)
        record.gradientsFlushedPercent = percent(counts.gradientsFlushed, counts.gradientsNonZero);
    record.errorVsFloat64.reset();
    record.gradientErrorVsFloat64.reset();
    record.referenceLoss.reset();
    if (twin != nullptr) {
        record.errorVsFloat64
            = relativeError(compare(arithmetic, candidate.model().output(), 1, twin->model().output()));
        record.gradientErrorVsFloat64 = relativeError(weightGradients);
        record.referenceLoss = twin->outcome().loss;
    }
    return counts;
}

void StepProbe::measureKept(const Lane& candidate, const Lane* twin)
{
    m_kept.points.measureKept(candidate, float64Of(twin), m_kept.record);
}

void StepProbe::measureUpdates(const Lane& candidate, const Lane* twin, const WeightsBefore& twinBefore)
{
    m_updates.points.measureUpdates(candidate, m_redo.lane(), float64Of(twin), twinBefore, m_updates.record);
}

void StepProbe::gather(const Lane& candidate, std::int64_t stepIndex, StepRecord& record)
{
    record.tensors.clear();
    record.exponents.clear();
    m_wasFinite = m_wasFinite && candidate.outcome().counts.nonFinite == 0;
    if (!isDue(stepIndex))
        return;
    for (const Part* part : {&m_passes, &m_kept, &m_updates}) {
        const StepRecord& from = part->record;
        record.tensors.insert(record.tensors.end(), from.tensors.begin(), from.tensors.end());
        record.exponents.insert(record.exponents.end(), from.exponents.begin(), from.exponents.end());
    }
    if (m_hasRedoneLayers)
        addLocalErrors(m_tensors, candidate, m_redo.errors(), record);
    addScalings(m_tensors, candidate, record);
}

} // namespace ulpscope
