// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/tensor_points.h"

#include "engine/base/percent.h"
#include "engine/tensor/details.h"
#include "engine/tensor/ops.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace ulpscope {

namespace {

/// The four measures of one kind of error.
using ErrorMetrics = std::array<Metric, 4>;
constexpr ErrorMetrics kAccumulated{
    Metric::AccumulatedError, Metric::AccumulatedMaxUlp, Metric::AccumulatedSqnr, Metric::AccumulatedCosine};
constexpr ErrorMetrics kOfStep{Metric::StepError, Metric::StepMaxUlp, Metric::StepSqnr, Metric::StepCosine};
constexpr ErrorMetrics kLocal{
    Metric::LocalError, Metric::LocalMaxUlp, Metric::LocalSqnr, Metric::LocalCosine};

void addPoint(std::vector<TensorPoint>& points, const TensorRef& ref, Metric metric, double value)
{
    points.push_back({ref.path, ref.role, metric, value});
}

void addErrors(std::vector<TensorPoint>& points, const TensorRef& ref, const ErrorMetrics& metrics,
    const ComparisonDetail& comparison, const Format& format)
{
    addPoint(points, ref, metrics[0], relativeError(comparison));
    addPoint(points, ref, metrics[1], maxUlpError(comparison, format));
    addPoint(points, ref, metrics[2], sqnr(comparison));
    addPoint(points, ref, metrics[3], cosineSimilarity(comparison));
}

/// Returns null where the layer does not have this tensor's error.
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

/// `scale`: what the elements are multiplied by.
void addStatistics(std::vector<TensorPoint>& points, const TensorRef& ref, Index elements, double scale,
    const TensorDetail& detail)
{
    const auto size = static_cast<double>(elements);
    const double finite = size - static_cast<double>(detail.nonFinite());
    const double mean = finite == 0 ? 0 : detail.sum / finite / scale;
    const double meanSquare = finite == 0 ? 0 : detail.squares / finite / scale / scale;
    const auto count = [&](Metric metric, std::int64_t counted) {
        addPoint(points, ref, metric, static_cast<double>(counted));
    };
    if (ref.role != TensorRole::Update) // there it is of the update as computed
        addPoint(points, ref, Metric::Amax, detail.amax / scale);
    addPoint(points, ref, Metric::Amin, detail.amin / scale);
    addPoint(points, ref, Metric::Mean, mean);
    addPoint(points, ref, Metric::Rms, std::sqrt(meanSquare));
    addPoint(points, ref, Metric::Std, std::sqrt(std::max(0.0, meanSquare - mean * mean)));
    addPoint(points, ref, Metric::ZeroPercent, percent(detail.zeros, elements));
    addPoint(points, ref, Metric::SubnormalPercent, percent(detail.subnormals, elements));
    addPoint(points, ref, Metric::SaturatedPercent, percent(detail.saturated, elements));
    count(Metric::NonFinite, detail.nonFinite());
    count(Metric::Nan, detail.nans);
    count(Metric::PositiveInfinity, detail.positiveInfinities);
    count(Metric::NegativeInfinity, detail.negativeInfinities);
}

const Tensor& valueOf(const Lane& lane, const TensorRef& ref)
{
    return variableOf(lane, ref).value;
}

/// What rounding did on the way to the tensor; null where that is not counted apart.
const RoundingCounts* countsOf(const Node& node, const TensorRef& ref)
{
    switch (ref.role) {
    case TensorRole::Input:
        return &node.inputCounts[ref.index];
    case TensorRole::Output:
        return &node.forwardCounts;
    case TensorRole::OutputGradient:
        return &node.backwardCounts;
    default:
        return nullptr;
    }
}

bool isKept(TensorRole role)
{
    return role == TensorRole::Weight || role == TensorRole::OptimizerState;
}

} // namespace

TensorPoints::TensorPoints(const LaneTensors& tensors)
    : m_tensors(tensors)
    , m_receivers(tensors.refs().size())
{
    std::iota(m_receivers.begin(), m_receivers.end(), std::size_t{0});
    for (std::size_t i = 0; i < m_receivers.size(); ++i)
        m_receivers[tensors.refs()[i].sender] = i;
}

void TensorPoints::begin()
{
    m_points.clear();
    m_exponents.clear();
    m_found.resize(m_tensors.refs().size());
    for (Found& found : m_found)
        found.tensor = found.expected = nullptr;
}

void TensorPoints::measurePasses(const Lane& candidate, const Float64Tensors& float64)
{
    for (std::size_t i = 0; i < m_found.size(); ++i)
        if (const TensorRole role = m_tensors.refs()[i].role; !isKept(role) && role != TensorRole::Update)
            addTensor(candidate, i, float64);
}

void TensorPoints::measureKept(const Lane& candidate, const Float64Tensors& float64)
{
    begin();
    // A redone step makes no update, so that weights and states have nothing to be compared with.
    for (std::size_t i = 0; i < m_found.size(); ++i)
        if (isKept(m_tensors.refs()[i].role))
            addTensor(candidate, i, float64.isReference ? float64 : Float64Tensors{});
}

void TensorPoints::measurePass(const Lane& candidate, std::size_t index, const Float64Tensors& float64)
{
    const TensorRef& ref = m_tensors.refs()[index];
    Found& found = m_found[index];
    const Tensor* tensor = tensorAt(candidate, ref);
    if (tensor == nullptr || found.tensor != nullptr)
        return;
    const Tensor* expected = float64.of(ref, *tensor);
    // A gradient's receiver is measured first where the step goes backward.
    const auto isSame
        = [&](const Found& other) { return other.tensor == tensor && other.expected == expected; };
    const Found& sender = m_found[ref.sender];
    const Found& receiver = m_found[m_receivers[index]];
    if (isSame(sender) || isSame(receiver)) { // not where it is this ref: that was cleared
        found = isSame(sender) ? sender : receiver;
        return;
    }
    found.tensor = tensor;
    found.expected = expected;
    const double scale = isGradient(ref.role) ? candidate.outcome().scale : 1;
    measure(candidate.arithmetic(), *tensor, scale, expected, found.metrics);
}

void TensorPoints::addTensor(const Lane& candidate, std::size_t index, const Float64Tensors& float64)
{
    const TensorRef& ref = m_tensors.refs()[index];
    measurePass(candidate, index, float64);
    const Found& found = m_found[index];
    const Tensor* tensor = found.tensor;
    if (tensor == nullptr)
        return;
    const double scale = isGradient(ref.role) ? candidate.outcome().scale : 1;
    const TensorMetrics& metrics = found.metrics;
    addStatistics(m_points, ref, tensor->size(), scale, metrics.detail);
    addHistogram(ref, metrics);
    if (found.expected != nullptr) {
        const ComparisonDetail& comparison = metrics.comparison;
        addErrors(m_points, ref, float64.isReference ? kAccumulated : kOfStep, comparison, tensor->format());
        if (isGradient(ref.role))
            addPoint(m_points, ref, Metric::FlushedPercent,
                percent(comparison.flushed, comparison.referenceNonZero));
    }
    if (const RoundingCounts* counts = countsOf(candidate.model().node(ref.node), ref)) {
        addPoint(m_points, ref, Metric::Underflow, static_cast<double>(counts->underflows));
        addPoint(m_points, ref, Metric::Overflow, static_cast<double>(counts->overflows));
    }
}

void TensorPoints::measureUpdates(const Lane& candidate, const Float64Tensors& float64,
    const WeightsBefore& referenceBefore, const LostUpdates& lost)
{
    begin();
    for (const TensorRef& ref : m_tensors.refs()) {
        if (ref.role != TensorRole::Update
            || ref.slot.index() >= candidate.outcome().updates.size()) // skipped
            continue;
        const UpdateSize& counts = candidate.outcome().updates[ref.slot.index()];
        addPoint(m_points, ref, Metric::Amax, counts.amax);
        const UpdateLoss& loss = lost.bySlot()[ref.slot.index()];
        addPoint(m_points, ref, Metric::LostPercent, percent(loss.lost, loss.expected));
        const Tensor& weight = valueOf(candidate, ref);
        StoredChange expected;
        if (float64.isReference)
            expected = {&referenceBefore[lost.referenceSlot(ref.slot.index())], &valueOf(*float64.lane, ref)};
        measureChange(
            candidate.arithmetic(), {&lost.before()[ref.slot.index()], &weight}, expected, m_change);
        addStatistics(m_points, ref, weight.size(), 1, m_change.detail);
        addHistogram(ref, m_change);
        if (expected.after != nullptr)
            addErrors(m_points, ref, kAccumulated, m_change.comparison, weight.format());
    }
}

void TensorPoints::addHistogram(const TensorRef& ref, const TensorMetrics& metrics)
{
    m_exponents.push_back(
        {ref.path, ref.role, metrics.exponents, metrics.detail.zeros, metrics.detail.nonFinite()});
}

void TensorPoints::addTo(StepRecord& record) const
{
    record.tensors.insert(record.tensors.end(), m_points.begin(), m_points.end());
    record.exponents.insert(record.exponents.end(), m_exponents.begin(), m_exponents.end());
}

void addLocalErrors(const LaneTensors& tensors, const Lane& candidate,
    const std::vector<Float64Redo::LayerError>& layers, StepRecord& record)
{
    for (const TensorRef& ref : tensors.refs()) {
        const Tensor* tensor = ref.node == NodeId() ? nullptr : tensorAt(candidate, ref);
        if (tensor == nullptr)
            continue;
        if (const ComparisonDetail* local = localError(layers[ref.node.index()], ref))
            addErrors(record.tensors, ref, kLocal, *local, tensor->format());
    }
}

ScalingPoints::ScalingPoints(const LaneTensors& tensors, const Lane& lane)
{
    for (const TensorRef& output : tensors.refs()) {
        if (output.role != TensorRole::Output)
            continue;
        const std::span<const TensorScaling> scalings = lane.model().node(output.node).layer->scalings();
        for (std::size_t i = 0; i < scalings.size(); ++i) {
            const TensorRole role = scalings[i].slot == "inputs" ? TensorRole::Input
                : scalings[i].slot == "kernel"                   ? TensorRole::Weight
                                                                 : TensorRole::OutputGradient;
            PathId path = output.path;
            if (role == TensorRole::Weight) // the kernel is the first variable
                for (const TensorRef& ref : tensors.refs())
                    if (ref.node == output.node && ref.role == TensorRole::Weight && ref.index == 0)
                        path = ref.path;
            m_operands.push_back({output.node, i, path, role});
        }
    }
}

void ScalingPoints::addTo(const Lane& lane, StepRecord& record) const
{
    record.counts.scaled = 0;
    record.counts.saturated = 0;
    for (const Operand& operand : m_operands) {
        const TensorScaling& scaling = lane.model().node(operand.node).layer->scalings()[operand.index];
        const auto add = [&](Metric metric, double value) {
            record.tensors.push_back({operand.path, operand.role, metric, value});
        };
        add(Metric::Float8Scale, static_cast<double>(scaling.scale()));
        add(Metric::Float8Amax, static_cast<double>(scaling.amax));
        add(Metric::Float8HistoryAmax, static_cast<double>(scaling.historyAmax));
        add(Metric::Float8Limit, scaling.limit);
        add(Metric::Float8Saturated, static_cast<double>(scaling.saturated));
        if (std::isfinite(scaling.limit)) {
            record.counts.scaled += scaling.elements;
            record.counts.saturated += scaling.saturated;
        }
    }
}

} // namespace ulpscope
