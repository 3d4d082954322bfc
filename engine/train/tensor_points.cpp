// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/tensor_points.h"

#include "engine/tensor/details.h"
#include "engine/tensor/ops.h"
#include "engine/train/run_totals.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope {

namespace {

/// The four measures of one kind of error.
using ErrorMetrics = std::array<Metric, 4>;
constexpr ErrorMetrics kAccumulated{
    Metric::AccumulatedError, Metric::AccumulatedMaxUlp, Metric::AccumulatedSqnr, Metric::AccumulatedCosine};
constexpr ErrorMetrics kOfStep{Metric::StepError, Metric::StepMaxUlp, Metric::StepSqnr, Metric::StepCosine};
constexpr ErrorMetrics kLocal{
    Metric::LocalError, Metric::LocalMaxUlp, Metric::LocalSqnr, Metric::LocalCosine};

void addPoint(StepRecord& record, const TensorRef& ref, Metric metric, double value)
{
    record.tensors.push_back({ref.path, ref.role, metric, value});
}

void addErrors(StepRecord& record, const TensorRef& ref, const ErrorMetrics& metrics,
    const ComparisonDetail& comparison, const Format& format)
{
    addPoint(record, ref, metrics[0], relativeError(comparison));
    addPoint(record, ref, metrics[1], maxUlpError(comparison, format));
    addPoint(record, ref, metrics[2], sqnr(comparison));
    addPoint(record, ref, metrics[3], cosineSimilarity(comparison));
}

/// Null where the layer does not have this tensor's error.
const ComparisonDetail* localError(const Float64Redo::LayerError& layer, const TensorRef& ref)
{
    switch (ref.role) {
    case TensorRole::Output:
        return &layer.output;
    case TensorRole::WeightGradient:
        return ref.index < layer.weightGradients.size() ? &layer.weightGradients[ref.index] : nullptr;
    case TensorRole::InputGradient:
        return ref.index < layer.inputGradients.size() ? &layer.inputGradients[ref.index] : nullptr;
    default:
        return nullptr;
    }
}

/// Where the variable is among those that the lane trains: the float64 lane trains kernels that a candidate's int8 keeps.
SlotId slotIn(const Lane& lane, const TensorRef& ref)
{
    std::size_t slot = 0;
    for (std::size_t node = 0; node <= ref.node.index(); ++node) {
        const auto variables = lane.model().nodes()[node].layer->variables();
        const std::size_t end = node == ref.node.index() ? ref.index : variables.size();
        for (std::size_t v = 0; v < end; ++v)
            slot += variables[v].trainable ? 1U : 0U;
    }
    return SlotId(slot);
}

/// `scale`: what the elements are multiplied by.
void addStatistics(
    StepRecord& record, const TensorRef& ref, Index elements, double scale, const TensorDetail& detail)
{
    const auto size = static_cast<double>(elements);
    const double finite = size - static_cast<double>(detail.nonFinite());
    const double mean = finite == 0 ? 0 : detail.sum / finite / scale;
    const double meanSquare = finite == 0 ? 0 : detail.squares / finite / scale / scale;
    const auto count = [&](Metric metric, std::int64_t counted) {
        addPoint(record, ref, metric, static_cast<double>(counted));
    };
    if (ref.role != TensorRole::Update) // there it is of the update as computed
        addPoint(record, ref, Metric::Amax, detail.amax / scale);
    addPoint(record, ref, Metric::Amin, detail.amin / scale);
    addPoint(record, ref, Metric::Mean, mean);
    addPoint(record, ref, Metric::Rms, std::sqrt(meanSquare));
    addPoint(record, ref, Metric::Std, std::sqrt(std::max(0.0, meanSquare - mean * mean)));
    addPoint(record, ref, Metric::ZeroPercent, percent(detail.zeros, elements));
    addPoint(record, ref, Metric::SubnormalPercent, percent(detail.subnormals, elements));
    addPoint(record, ref, Metric::SaturatedPercent, percent(detail.saturated, elements));
    count(Metric::NonFinite, detail.nonFinite());
    count(Metric::Nan, detail.nans);
    count(Metric::PositiveInfinity, detail.positiveInfinities);
    count(Metric::NegativeInfinity, detail.negativeInfinities);
}

void addHistogram(
    StepRecord& record, const TensorRef& ref, const ExponentBins& bins, const TensorDetail& detail)
{
    record.exponents.push_back({ref.path, ref.role, bins, detail.zeros, detail.nonFinite()});
}

const Tensor& valueOf(const Lane& lane, const TensorRef& ref)
{
    return lane.model().node(ref.node).layer->variables()[ref.index].value;
}

bool isKept(TensorRole role)
{
    return role == TensorRole::Weight || role == TensorRole::OptimizerState;
}

} // namespace

void keepWeights(const Lane& lane, WeightsBefore& weights)
{
    std::size_t slot = 0;
    for (const Node& node : lane.model().nodes()) {
        for (const Variable& variable : node.layer->variables()) {
            if (!variable.trainable)
                continue;
            if (weights.size() <= slot)
                weights.emplace_back();
            weights[slot++].assign(variable.value);
        }
    }
}

void TensorPoints::begin(StepRecord& record)
{
    record.tensors.clear();
    record.exponents.clear();
    m_found.resize(m_tensors.refs().size());
    for (Found& found : m_found)
        found.tensor = nullptr;
}

void TensorPoints::measurePasses(const Lane& candidate, const Float64Tensors& float64, StepRecord& record)
{
    begin(record);
    for (std::size_t i = 0; i < m_found.size(); ++i)
        if (const TensorRole role = m_tensors.refs()[i].role; !isKept(role) && role != TensorRole::Update)
            addTensor(candidate, i, float64, record);
}

void TensorPoints::measureKept(const Lane& candidate, const Float64Tensors& float64, StepRecord& record)
{
    begin(record);
    // A redone step makes no update, so that weights and states have nothing to be compared with.
    for (std::size_t i = 0; i < m_found.size(); ++i)
        if (isKept(m_tensors.refs()[i].role))
            addTensor(candidate, i, float64.isTwin ? float64 : Float64Tensors{}, record);
}

void TensorPoints::addTensor(
    const Lane& candidate, std::size_t index, const Float64Tensors& float64, StepRecord& record)
{
    const TensorRef& ref = m_tensors.refs()[index];
    const Tensor* tensor = tensorAt(candidate, ref);
    if (tensor == nullptr)
        return;
    const double scale = isGradient(ref.role) ? candidate.outcome().scale : 1;
    const Tensor* expected = float64.lane != nullptr ? tensorAt(*float64.lane, ref) : nullptr;
    if (expected != nullptr && expected->size() != tensor->size())
        expected = nullptr;
    Found& found = m_found[index];
    const Found& sender = m_found[ref.sender];
    if (sender.tensor == tensor && sender.expected == expected)
        found = sender; // not where the sender is this ref: that was cleared
    else {
        found.tensor = tensor;
        found.expected = expected;
        measure(candidate.arithmetic(), *tensor, scale, expected, found.figures);
    }
    const TensorFigures& figures = found.figures;
    addStatistics(record, ref, tensor->size(), scale, figures.detail);
    addHistogram(record, ref, figures.exponents, figures.detail);
    if (expected != nullptr) {
        const ComparisonDetail& comparison = figures.comparison;
        addErrors(record, ref, float64.isTwin ? kAccumulated : kOfStep, comparison, tensor->format());
        if (isGradient(ref.role))
            addPoint(record, ref, Metric::FlushedPercent,
                percent(comparison.flushed, comparison.referenceNonZero));
    }
    const Node& node = candidate.model().node(ref.node);
    if (ref.role == TensorRole::Output || ref.role == TensorRole::OutputGradient) {
        const RoundingCounts& counts
            = ref.role == TensorRole::Output ? node.forwardCounts : node.backwardCounts;
        addPoint(record, ref, Metric::Underflow, static_cast<double>(counts.underflows));
        addPoint(record, ref, Metric::Overflow, static_cast<double>(counts.overflows));
    }
}

void TensorPoints::measureUpdates(const Lane& candidate, const Lane& before, const Float64Tensors& float64,
    const WeightsBefore& twinBefore, StepRecord& record)
{
    begin(record);
    for (const TensorRef& ref : m_tensors.refs()) {
        if (ref.role != TensorRole::Update
            || ref.slot.index() >= candidate.outcome().updates.size()) // skipped
            continue;
        const UpdateCounts& counts = candidate.outcome().updates[ref.slot.index()];
        addPoint(record, ref, Metric::Amax, counts.amax);
        addPoint(record, ref, Metric::LostPercent, percent(counts.lost, counts.nonZero));
        const Tensor& weight = valueOf(candidate, ref);
        StoredChange expected;
        if (float64.isTwin)
            expected = {&twinBefore[slotIn(*float64.lane, ref).index()], &valueOf(*float64.lane, ref)};
        measureChange(candidate.arithmetic(), {&valueOf(before, ref), &weight}, expected, m_change);
        addStatistics(record, ref, weight.size(), 1, m_change.detail);
        addHistogram(record, ref, m_change.exponents, m_change.detail);
        if (expected.after != nullptr)
            addErrors(record, ref, kAccumulated, m_change.comparison, weight.format());
    }
}

void addLocalErrors(const LaneTensors& tensors, const Lane& candidate,
    const std::vector<Float64Redo::LayerError>& layers, StepRecord& record)
{
    for (const TensorRef& ref : tensors.refs()) {
        const Tensor* tensor = ref.node == NodeId() ? nullptr : tensorAt(candidate, ref);
        if (tensor == nullptr)
            continue;
        if (const ComparisonDetail* local = localError(layers[ref.node.index()], ref))
            addErrors(record, ref, kLocal, *local, tensor->format());
    }
}

void addScalings(const LaneTensors& tensors, const Lane& candidate, StepRecord& record)
{
    for (const TensorRef& output : tensors.refs()) {
        if (output.role != TensorRole::Output)
            continue;
        for (const TensorScaling& scaling : candidate.model().node(output.node).layer->scalings()) {
            const TensorRole role = scaling.slot == "inputs" ? TensorRole::Input
                : scaling.slot == "kernel"                   ? TensorRole::Weight
                                                             : TensorRole::OutputGradient;
            PathId path = output.path;
            if (role == TensorRole::Weight) // the kernel is the first variable
                for (const TensorRef& ref : tensors.refs())
                    if (ref.node == output.node && ref.role == TensorRole::Weight && ref.index == 0)
                        path = ref.path;
            record.tensors.push_back({path, role, Metric::Float8Scale, static_cast<double>(scaling.scale())});
            record.tensors.push_back({path, role, Metric::Float8Amax, static_cast<double>(scaling.amax)});
        }
    }
}

} // namespace ulpscope
