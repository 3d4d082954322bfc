// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/probe/records.h"

#include "engine/base/percent.h"

#include <array>
#include <cmath>

namespace ulpscope {

namespace {

constexpr std::array<MetricRow, 33> kMetrics{{
    {Metric::Amax, "amax", "Largest magnitude", "", "Largest magnitude of the finite elements."},
    {Metric::NonFinite, "non_finite", "Not finite", "", "How many elements are NaN or infinite."},
    {Metric::Underflow, "underflow", "Underflows", "", "Elements that rounding made zero."},
    {Metric::Overflow, "overflow", "Overflows", "",
        "Elements that were finite before rounding and are not after it."},
    {Metric::AccumulatedError, "accumulated_error", "Accumulated error", "",
        "Relative L2 distance from the float64 reference's tensor: what all arithmetic so far has cost."},
    {Metric::LocalError, "local_error", "Local error", "",
        "Relative L2 distance from this layer alone redone in float64: what its own arithmetic costs."},
    {Metric::FlushedPercent, "flushed_percent", "Flushed", "%",
        "Of the elements that are not zero in float64, those that are zero here."},
    {Metric::LostPercent, "lost_percent", "Lost", "%",
        "Of the elements that the float64 reference's update moves, those that stay as they were here."},
    {Metric::Float8Scale, "float8_scale", "Scale", "",
        "Of an operand with one scale a tensor: what the next step uses; Keras multiplies by it on dequantize."},
    {Metric::Float8Amax, "float8_amax", "Amax of the scale", "", "Of the same: the amax that this step saw."},
    {Metric::Float8HistoryAmax, "float8_history_amax", "Largest amax of the history", "",
        "Of the same: the largest amax that the history held when this step began; 0 without a history."},
    {Metric::Float8Limit, "float8_limit", "Limit of the scale", "",
        "Of the same: the largest magnitude that this step's scale maps into the format. What is larger saturates; "
        "infinity where the scale follows the amax of the step itself."},
    {Metric::Float8Saturated, "float8_saturated", "Saturated", "",
        "Of the same: how many elements were beyond the limit of this step's scale, and were clipped to it."},
    {Metric::Amin, "amin", "Smallest magnitude", "", "Smallest magnitude above zero; 0 if there is none."},
    {Metric::Mean, "mean", "Mean", "", "Of the finite elements."},
    {Metric::Rms, "rms", "Root mean square", "", "Of the finite elements."},
    {Metric::Std, "std", "Standard deviation", "", "Of the finite elements, around their mean."},
    {Metric::ZeroPercent, "zero_percent", "Zeros", "%", "Elements that are exactly zero."},
    {Metric::SubnormalPercent, "subnormal_percent", "Subnormals", "%",
        "Elements below the format's smallest normal number, where digits are missing; zeros do not count."},
    {Metric::SaturatedPercent, "saturated_percent", "Saturated", "%",
        "Finite elements that have the format's largest magnitude."},
    {Metric::Nan, "nan", "NaN", "", "How many elements are NaN."},
    {Metric::PositiveInfinity, "positive_infinity", "+Infinity", "", "How many elements are +infinity."},
    {Metric::NegativeInfinity, "negative_infinity", "-Infinity", "", "How many elements are -infinity."},
    {Metric::AccumulatedMaxUlp, "accumulated_max_ulp", "Accumulated error, worst element", "ulp",
        "Largest distance from the float64 reference's element, in units in the last place."},
    {Metric::AccumulatedSqnr, "accumulated_sqnr", "Accumulated SQNR", "dB",
        "10 log10 of the reference's power over that of the distance to it."},
    {Metric::AccumulatedCosine, "accumulated_cosine", "Accumulated cosine", "",
        "Cosine similarity with the float64 reference's tensor."},
    {Metric::LocalMaxUlp, "local_max_ulp", "Local error, worst element", "ulp",
        "Largest distance from the redone layer's element, in units in the last place."},
    {Metric::LocalSqnr, "local_sqnr", "Local SQNR", "dB",
        "10 log10 of the redone tensor's power over that of the distance to it."},
    {Metric::LocalCosine, "local_cosine", "Local cosine", "",
        "Cosine similarity with the redone layer's tensor."},
    {Metric::StepError, "step_error", "Error of this step", "",
        "Relative L2 distance from the same step redone in float64 from the run's own weights."},
    {Metric::StepMaxUlp, "step_max_ulp", "Error of this step, worst element", "ulp",
        "Largest distance from the redone step's element, in units in the last place."},
    {Metric::StepSqnr, "step_sqnr", "SQNR of this step", "dB",
        "10 log10 of the redone tensor's power over that of the distance to it."},
    {Metric::StepCosine, "step_cosine", "Cosine of this step", "",
        "Cosine similarity with the redone step's tensor."},
}};
static_assert(kMetrics.size() == static_cast<std::size_t>(Metric::StepCosine) + 1);
static_assert([] {
    for (std::size_t i = 0; i < kMetrics.size(); ++i)
        if (static_cast<std::size_t>(kMetrics[i].metric) != i)
            return false;
    return true;
}());

} // namespace

bool isGradient(TensorRole role)
{
    return isCountedGradient(role) || role == TensorRole::InputGradient;
}

bool isCountedGradient(TensorRole role)
{
    return role == TensorRole::OutputGradient || role == TensorRole::WeightGradient;
}

std::span<const MetricRow> metricCatalog()
{
    return kMetrics;
}

std::string_view roleName(TensorRole role)
{
    constexpr std::array<std::string_view, 8> kNames{"input", "output", "weight", "output_gradient",
        "input_gradient", "weight_gradient", "update", "optimizer_state"};
    return kNames.at(static_cast<std::size_t>(role));
}

std::string_view metricName(Metric metric)
{
    return kMetrics.at(static_cast<std::size_t>(metric)).name;
}

StepCounts& StepCounts::operator+=(const StepCounts& other)
{
    isCompared = isCompared || other.isCompared;
    gradientsNonZero += other.gradientsNonZero;
    gradientsFlushed += other.gradientsFlushed;
    updatesExpected += other.updatesExpected;
    updatesLost += other.updatesLost;
    overflows += other.overflows;
    scaled += other.scaled;
    saturated += other.saturated;
    return *this;
}

std::optional<double> StepCounts::gradientsFlushedPercent() const
{
    if (!isCompared)
        return std::nullopt;
    return percent(gradientsFlushed, gradientsNonZero);
}

double StepCounts::updatesLostPercent() const
{
    return percent(updatesLost, updatesExpected);
}

double StepCounts::saturatedPercent() const
{
    return percent(saturated, scaled);
}

void StepRecord::dropTensors()
{
    // Other vectors: empty ones would keep their storage.
    tensors = std::vector<TensorPoint>();
    exponents = std::vector<ExponentHistogram>();
}

std::optional<double> metricOf(const StepRecord& record, StepMetric metric)
{
    switch (metric) {
    case StepMetric::Loss:
        return record.loss;
    case StepMetric::ReferenceLoss:
        return record.referenceLoss;
    case StepMetric::LossScale:
        return record.lossScale;
    case StepMetric::GradientsFlushedPercent:
        return record.counts.gradientsFlushedPercent();
    case StepMetric::UpdatesLostPercent:
        return record.counts.updatesLostPercent();
    case StepMetric::ErrorVsFloat64:
        return record.errorVsFloat64;
    case StepMetric::GradientAmax:
        return record.gradientAmax;
    }
    return std::nullopt;
}

void SpecialCounts::add(double value)
{
    if (std::isnan(value))
        ++notANumber;
    else if (std::isinf(value))
        ++(value > 0 ? plusInfinity : minusInfinity);
    else if (value <= 0)
        ++(value < 0 ? negative : zero);
}

} // namespace ulpscope
