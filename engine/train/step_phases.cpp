// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/step_phases.h"

#include "engine/tensor/ops.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

bool isHeadline(TensorRole role)
{
    return role == TensorRole::OutputGradient || role == TensorRole::WeightGradient;
}

} // namespace

bool GradientsPhase::run(Lane& candidate, const Dataset& data, const Step& step, StepRecord& record)
{
    m_wasFinite = m_wasFinite && candidate.outcome().counts.nonFinite == 0; // after its last update
    if (!candidate.computeGradients(data, *step.batch, step.index, step.stop))
        return false;
    record.gradientAmax = 0;
    record.nonFinite = nonFiniteOf(candidate);
    for (const TensorRef& ref : m_tensors.refs())
        if (const Tensor* tensor = isHeadline(ref.role) ? tensorAt(candidate, ref) : nullptr)
            record.gradientAmax = std::max(record.gradientAmax,
                finiteRange(candidate.arithmetic(), *tensor).amax / candidate.outcome().scale);
    return true;
}

std::int64_t GradientsPhase::nonFiniteOf(const Lane& candidate)
{
    const std::vector<TensorRef>& refs = m_tensors.refs();
    const auto count = [&](const TensorRef& ref) {
        const Tensor* tensor = tensorAt(candidate, ref);
        return tensor == nullptr ? 0 : finiteRange(candidate.arithmetic(), *tensor).nonFinite;
    };
    // What neither comes in nor is made by an operation is nowhere: most steps need not be searched.
    const bool isMade = candidate.outcome().counts.nonFinite > 0 || !std::isfinite(candidate.outcome().loss);
    const auto comesIn = [&](const TensorRef& ref) {
        const Node& node = candidate.model().node(ref.node);
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

bool RedoPhase::runForward(const Lane& candidate, const Dataset& data, const Step& step)
{
    const bool isStepWatch = m_probes.watch == WatchMode::Step;
    const std::int64_t sample = step.index / m_probes.tensorsEvery;
    m_hasLayers = !isStepWatch || sample == 0 || sample % 2 != 0;
    m_hasStep = isStepWatch && sample % 2 == 0;
    m_redo.takeWeights(candidate);
    if (m_hasLayers && !m_redo.redoForward(candidate, step.index, step.stop))
        return false;
    if (!m_hasStep)
        return true;
    // The step as a whole overwrites what the layers' forward passes left for their backward ones.
    return (!m_hasLayers || m_redo.redoBackward(candidate, step.index, step.stop))
        && m_redo.redoStep(data, *step.batch, step.index, step.stop);
}

bool RedoPhase::runBackward(const Lane& candidate, const Step& step)
{
    const bool isLeft = m_hasLayers && !m_hasStep;
    return !isLeft || m_redo.redoBackward(candidate, step.index, step.stop);
}

Float64Tensors RedoPhase::float64For(const Lane* twin, const Step& step) const
{
    if (twin != nullptr)
        return {twin, true};
    return {step.isSampled && m_hasStep ? &m_redo.lane() : nullptr, false};
}

const std::vector<Float64Redo::LayerError>* RedoPhase::layerErrors() const
{
    return m_hasLayers ? &m_redo.errors() : nullptr;
}

void ComparePhase::measurePasses(const Lane& candidate, const Float64Tensors& float64)
{
    m_passes.points.measurePasses(candidate, float64, m_passes.record);
}

StepCounts ComparePhase::compareGradients(
    const Lane& candidate, const Float64Tensors& float64, const Step& step, StepRecord& record) const
{
    const LaneOutcome& outcome = candidate.outcome();
    const Arithmetic& arithmetic = candidate.arithmetic();
    StepCounts counts;
    Comparison weightGradients;
    for (std::size_t i = 0; i < m_tensors.refs().size(); ++i) {
        const TensorRef& ref = m_tensors.refs()[i];
        const Tensor* tensor
            = float64.lane != nullptr && isHeadline(ref.role) ? tensorAt(candidate, ref) : nullptr;
        if (tensor == nullptr)
            continue;
        const Comparison comparison = step.isSampled
            ? m_passes.points.comparison(i)
            : compare(arithmetic, *tensor, outcome.scale, *tensorAt(*float64.lane, ref));
        counts.gradientsNonZero += comparison.referenceNonZero;
        counts.gradientsFlushed += comparison.flushed;
        if (ref.role == TensorRole::WeightGradient) {
            weightGradients.squaredError += comparison.squaredError;
            weightGradients.squaredReference += comparison.squaredReference;
        }
    }
    record.gradientsFlushedPercent.reset();
    if (float64.lane != nullptr)
        record.gradientsFlushedPercent = percent(counts.gradientsFlushed, counts.gradientsNonZero);
    record.errorVsFloat64.reset();
    record.gradientErrorVsFloat64.reset();
    record.referenceLoss.reset();
    if (float64.isTwin) {
        const Lane& twin = *float64.lane;
        record.errorVsFloat64
            = relativeError(compare(arithmetic, candidate.model().output(), 1, twin.model().output()));
        record.gradientErrorVsFloat64 = relativeError(weightGradients);
        record.referenceLoss = twin.outcome().loss;
    }
    return counts;
}

void FiguresPhase::measureKept(const Lane& candidate, const Float64Tensors& float64)
{
    m_kept.points.measureKept(candidate, float64, m_kept.record);
}

void FiguresPhase::measureChanges(const Lane& candidate, const RedoPhase& redo, const Float64Tensors& float64,
    const WeightsBefore& twinBefore)
{
    m_changes.points.measureUpdates(candidate, redo.laneBefore(), float64, twinBefore, m_changes.record);
}

void FiguresPhase::gather(const Lane& candidate, const RedoPhase& redo, const ComparePhase& compare,
    const Step& step, StepRecord& record) const
{
    record.tensors.clear();
    record.exponents.clear();
    if (!step.isSampled)
        return;
    for (const StepRecord* from : {&compare.points(), &m_kept.record, &m_changes.record}) {
        record.tensors.insert(record.tensors.end(), from->tensors.begin(), from->tensors.end());
        record.exponents.insert(record.exponents.end(), from->exponents.begin(), from->exponents.end());
    }
    if (const auto* errors = redo.layerErrors())
        addLocalErrors(m_tensors, candidate, *errors, record);
    addScalings(m_tensors, candidate, record);
}

} // namespace ulpscope
