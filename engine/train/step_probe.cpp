// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/step_probe.h"

#include "engine/tensor/ops.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

StepCounts& StepCounts::operator+=(const StepCounts& other)
{
    gradientsNonZero += other.gradientsNonZero;
    gradientsFlushed += other.gradientsFlushed;
    updatesNonZero += other.updatesNonZero;
    updatesLost += other.updatesLost;
    overflows += other.overflows;
    return *this;
}

double percent(std::int64_t part, std::int64_t whole)
{
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

StepProbe::StepProbe(const ModelPlan& plan, const TrainingSpec& training, const ProbeSpec& probes,
    const Lane& lane, const Kernels& kernels)
    : m_probes(probes)
    , m_tensors(lane)
    , m_parts{Part(m_tensors), Part(m_tensors)}
    , m_redo(plan, training, kernels)
    , m_statistics(m_tensors.refs().size())
{
}

bool StepProbe::redo(const Lane& candidate, const Dataset& data, const std::vector<std::int64_t>& batch,
    std::int64_t stepIndex, const std::stop_token* stop)
{
    m_hasRedoneLayers = m_hasRedoneStep = false;
    if (!isDue(stepIndex))
        return true;
    // Without a twin one float64 pass has to do: layer by layer and as a whole in turns, and both at the first step.
    const bool isStepWatch = m_probes.watch == WatchMode::Step;
    const std::int64_t sample = stepIndex / m_probes.tensorsEvery;
    m_hasRedoneLayers = !isStepWatch || sample == 0 || sample % 2 != 0;
    m_hasRedoneStep = isStepWatch && sample % 2 == 0;
    return (!m_hasRedoneLayers || m_redo.redoLayers(candidate, stepIndex, stop))
        && (!m_hasRedoneStep || m_redo.redoStep(candidate, data, batch, stepIndex, stop));
}

StepCounts StepProbe::measureGradients(
    const Lane& candidate, const Lane* twin, std::int64_t stepIndex, StepRecord& record)
{
    const LaneOutcome& outcome = candidate.outcome();
    const Arithmetic& arithmetic = candidate.arithmetic();
    const Lane* float64 = m_hasRedoneStep ? &m_redo.lane() : twin;
    record.gradientAmax = 0;
    record.nonFinite = 0;
    StepCounts counts;
    Comparison weightGradients;
    const std::vector<TensorRef>& refs = m_tensors.refs();
    for (std::size_t i = 0; i < refs.size(); ++i) {
        m_statistics[i] = {};
        const TensorRef& ref = refs[i];
        const Tensor* tensor = tensorAt(candidate, ref);
        if (tensor == nullptr)
            continue;
        const bool isSendersTensor = ref.sender != i && tensorAt(candidate, refs[ref.sender]) == tensor;
        m_statistics[i]
            = isSendersTensor ? m_statistics[ref.sender] : ulpscope::statistics(arithmetic, *tensor);
        record.nonFinite += m_statistics[i].nonFinite;
        if (ref.role != TensorRole::OutputGradient && ref.role != TensorRole::WeightGradient)
            continue;
        record.gradientAmax = std::max(record.gradientAmax, m_statistics[i].amax / outcome.scale);
        if (float64 == nullptr)
            continue;
        const Comparison comparison = compare(arithmetic, *tensor, outcome.scale, *tensorAt(*float64, ref));
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
    if (isDue(stepIndex))
        keepWeights(candidate, m_weightsBefore);
    return counts;
}

void StepProbe::measureUpdate(
    std::size_t part, const Lane& candidate, const Lane* twin, const std::vector<Tensor>& twinWeightsBefore)
{
    Float64Tensors float64;
    float64.lane = m_hasRedoneStep ? &m_redo.lane() : twin;
    float64.isTwin = twin != nullptr;
    float64.weightsBefore = &twinWeightsBefore;
    if (m_hasRedoneLayers)
        float64.layers = &m_redo.errors();
    const std::size_t middle = middleOf(candidate);
    const std::size_t begin = part == 0 ? 0 : middle;
    const std::size_t end = part == 0 ? middle : m_tensors.refs().size();
    m_parts[part].points.add(candidate, m_weightsBefore, float64, begin, end, m_parts[part].record);
}

void StepProbe::gather(std::int64_t stepIndex, StepRecord& record)
{
    record.tensors.clear();
    record.exponents.clear();
    if (!isDue(stepIndex))
        return;
    for (Part& part : m_parts) {
        const StepRecord& from = part.record;
        record.tensors.insert(record.tensors.end(), from.tensors.begin(), from.tensors.end());
        record.exponents.insert(record.exponents.end(), from.exponents.begin(), from.exponents.end());
    }
}

std::size_t StepProbe::middleOf(const Lane& candidate) const
{
    const std::vector<TensorRef>& refs = m_tensors.refs();
    const auto elements = [&](const TensorRef& ref) {
        if (ref.role == TensorRole::Update)
            return candidate.model().nodes()[ref.node].layer->variables()[ref.index].value.size();
        const Tensor* tensor = tensorAt(candidate, ref);
        return tensor == nullptr ? Index{0} : tensor->size();
    };
    Index all = 0;
    for (const TensorRef& ref : refs)
        all += elements(ref);
    Index before = 0;
    std::size_t middle = 0;
    while (middle < refs.size() && before < all / 2)
        before += elements(refs[middle++]);
    return middle;
}

} // namespace ulpscope
