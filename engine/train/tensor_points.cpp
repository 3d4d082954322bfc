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

/// Null where the layer was not redone, or does not have this tensor's error.
const ComparisonDetail* localError(const Float64Tensors& float64, const TensorRef& ref)
{
    if (float64.layers == nullptr || ref.node == 0)
        return nullptr;
    const Float64Redo::LayerError& layer = (*float64.layers)[ref.node];
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
std::size_t slotIn(const Lane& lane, const TensorRef& ref)
{
    std::size_t slot = 0;
    for (std::size_t node = 0; node <= ref.node; ++node) {
        const auto variables = lane.model().nodes()[node].layer->variables();
        const std::size_t end = node == ref.node ? ref.index : variables.size();
        for (std::size_t v = 0; v < end; ++v)
            slot += variables[v].trainable ? 1U : 0U;
    }
    return slot;
}

} // namespace

void keepWeights(const Lane& lane, std::vector<Tensor>& weights)
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

void TensorPoints::addStatistics(
    const TensorRef& ref, const Tensor& tensor, double scale, const TensorDetail& detail, StepRecord& record)
{
    const auto size = static_cast<double>(tensor.size());
    const std::int64_t nonFinite = detail.nans + detail.positiveInfinities + detail.negativeInfinities;
    const double finite = size - static_cast<double>(nonFinite);
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
    addPoint(record, ref, Metric::ZeroPercent, percent(detail.zeros, tensor.size()));
    addPoint(record, ref, Metric::SubnormalPercent, percent(detail.subnormals, tensor.size()));
    addPoint(record, ref, Metric::SaturatedPercent, percent(detail.saturated, tensor.size()));
    count(Metric::NonFinite, nonFinite);
    count(Metric::Nan, detail.nans);
    count(Metric::PositiveInfinity, detail.positiveInfinities);
    count(Metric::NegativeInfinity, detail.negativeInfinities);
}

void TensorPoints::addHistogram(const TensorRef& ref, StepRecord& record)
{
    ExponentHistogram& histogram = record.exponents.emplace_back();
    histogram.path = ref.path;
    histogram.role = ref.role;
}

void TensorPoints::addTensor(
    const Lane& candidate, std::size_t index, const Float64Tensors& float64, StepRecord& record)
{
    const TensorRef& ref = m_tensors.refs()[index];
    const Tensor* tensor = tensorAt(candidate, ref);
    if (tensor == nullptr)
        return;
    const double scale = isGradient(ref.role) ? candidate.outcome().scale : 1;
    Found& found = m_found[index];
    const Found& sender = m_found[ref.sender];
    const bool isFound = sender.tensor == tensor; // not where the sender is this ref: that was cleared
    found = isFound ? sender : Found{tensor, detailOf(*tensor), 0, nullptr, {}};
    found.histogram = record.exponents.size();
    addStatistics(ref, *tensor, scale, found.detail, record);
    addHistogram(ref, record);
    ExponentBins& bins = record.exponents.back().bins;
    if (isFound)
        bins = record.exponents[sender.histogram].bins;
    else
        countExponents(*tensor, scale, bins);
    // A redone step makes no update, so that weights and states have nothing to be compared with.
    const bool isKept = ref.role == TensorRole::Weight || ref.role == TensorRole::OptimizerState;
    const Tensor* expected
        = float64.lane != nullptr && (float64.isTwin || !isKept) ? tensorAt(*float64.lane, ref) : nullptr;
    if (expected != nullptr && expected->size() == tensor->size()) {
        if (found.expected != expected) {
            found.comparison = compareDetail(*tensor, scale, *expected);
            found.expected = expected;
        }
        const ComparisonDetail& comparison = found.comparison;
        addErrors(record, ref, float64.isTwin ? kAccumulated : kOfStep, comparison, tensor->format());
        if (isGradient(ref.role))
            addPoint(record, ref, Metric::FlushedPercent,
                percent(comparison.flushed, comparison.referenceNonZero));
    }
    if (const ComparisonDetail* local = localError(float64, ref))
        addErrors(record, ref, kLocal, *local, tensor->format());
    const Node& node = candidate.model().nodes()[ref.node];
    if (ref.role == TensorRole::Output || ref.role == TensorRole::OutputGradient) {
        const RoundingCounts& counts
            = ref.role == TensorRole::Output ? node.forwardCounts : node.backwardCounts;
        addPoint(record, ref, Metric::Underflow, static_cast<double>(counts.underflows));
        addPoint(record, ref, Metric::Overflow, static_cast<double>(counts.overflows));
    }
}

void TensorPoints::addUpdate(const Lane& candidate, const TensorRef& ref,
    const std::vector<Tensor>& weightsBefore, const Float64Tensors& float64, StepRecord& record)
{
    if (ref.slot >= candidate.outcome().updates.size()) // skipped
        return;
    const UpdateCounts& counts = candidate.outcome().updates[ref.slot];
    addPoint(record, ref, Metric::Amax, counts.amax);
    addPoint(record, ref, Metric::LostPercent, percent(counts.lost, counts.nonZero));
    // The stored change, exact but for weights in float64.
    Arithmetic arithmetic = candidate.arithmetic();
    const auto change = [&](const Lane& lane, const std::vector<Tensor>& before, Tensor& out) {
        const Tensor& after = lane.model().nodes()[ref.node].layer->variables()[ref.index].value;
        cast(arithmetic, after, float64Format(), out);
        binaryInPlace(arithmetic, Binary::Subtract, out,
            castIfNeeded(arithmetic, before[slotIn(lane, ref)], float64Format(), m_wide));
    };
    change(candidate, weightsBefore, m_update);
    addStatistics(ref, m_update, 1, detailOf(m_update), record);
    addHistogram(ref, record);
    countExponents(m_update, 1, record.exponents.back().bins);
    if (float64.isTwin && float64.lane != nullptr && float64.weightsBefore != nullptr) {
        change(*float64.lane, *float64.weightsBefore, m_twinUpdate);
        const Tensor& weight = candidate.model().nodes()[ref.node].layer->variables()[ref.index].value;
        addErrors(record, ref, kAccumulated, compareDetail(m_update, 1, m_twinUpdate), weight.format());
    }
}

void TensorPoints::addScalings(const Lane& candidate, const TensorRef& output, StepRecord& record) const
{
    for (const TensorScaling& scaling : candidate.model().nodes()[output.node].layer->scalings()) {
        const TensorRole role = scaling.slot == "inputs" ? TensorRole::Input
            : scaling.slot == "kernel"                   ? TensorRole::Weight
                                                         : TensorRole::OutputGradient;
        std::uint16_t path = output.path;
        if (role == TensorRole::Weight) // the kernel is the first variable
            for (const TensorRef& ref : m_tensors.refs())
                if (ref.node == output.node && ref.role == TensorRole::Weight && ref.index == 0)
                    path = ref.path;
        record.tensors.push_back({path, role, Metric::Float8Scale, static_cast<double>(scaling.scale())});
        record.tensors.push_back({path, role, Metric::Float8Amax, static_cast<double>(scaling.amax)});
    }
}

void TensorPoints::add(const Lane& candidate, const std::vector<Tensor>& weightsBefore,
    const Float64Tensors& float64, std::size_t begin, std::size_t end, StepRecord& record)
{
    record.tensors.clear();
    record.exponents.clear();
    m_found.assign(m_tensors.refs().size(), Found{});
    for (std::size_t i = begin; i < end; ++i) {
        const TensorRef& ref = m_tensors.refs()[i];
        if (ref.role == TensorRole::Update)
            addUpdate(candidate, ref, weightsBefore, float64, record);
        else
            addTensor(candidate, i, float64, record);
        if (ref.role == TensorRole::Output)
            addScalings(candidate, ref, record);
    }
}

} // namespace ulpscope
