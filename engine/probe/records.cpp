// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/probe/records.h"

#include <array>

namespace ulpscope {

namespace {

constexpr std::array<MetricRow, 30> kMetrics{{
    {"amax", "Largest magnitude", "", "Largest magnitude of the finite elements."},
    {"non_finite", "Not finite", "", "How many elements are NaN or infinite."},
    {"underflow", "Underflows", "", "Elements that rounding made zero."},
    {"overflow", "Overflows", "", "Elements that were finite before rounding and are not after it."},
    {"accumulated_error", "Accumulated error", "",
        "Relative L2 distance from the float64 twin's tensor: what all arithmetic so far has cost."},
    {"local_error", "Local error", "",
        "Relative L2 distance from this layer alone redone in float64: what its own arithmetic costs."},
    {"flushed_percent", "Flushed", "%",
        "Of the elements that are not zero in float64, those that are zero here."},
    {"lost_percent", "Lost", "%",
        "Of the updates that are not zero, those that left their weight unchanged."},
    {"float8_scale", "Scale", "",
        "Of an operand with one scale a tensor: what the next step uses; Keras multiplies by it on dequantize."},
    {"float8_amax", "Amax of the scale", "", "Of the same: the amax that this step saw."},
    {"amin", "Smallest magnitude", "", "Smallest magnitude above zero; 0 if there is none."},
    {"mean", "Mean", "", "Of the finite elements."},
    {"rms", "Root mean square", "", "Of the finite elements."},
    {"std", "Standard deviation", "", "Of the finite elements, around their mean."},
    {"zero_percent", "Zeros", "%", "Elements that are exactly zero."},
    {"subnormal_percent", "Subnormals", "%",
        "Elements below the format's smallest normal number, where digits are missing; zeros do not count."},
    {"saturated_percent", "Saturated", "%", "Finite elements that have the format's largest magnitude."},
    {"nan", "NaN", "", "How many elements are NaN."},
    {"positive_infinity", "+Infinity", "", "How many elements are +infinity."},
    {"negative_infinity", "-Infinity", "", "How many elements are -infinity."},
    {"accumulated_max_ulp", "Accumulated error, worst element", "ulp",
        "Largest distance from the float64 twin's element, in units in the last place."},
    {"accumulated_sqnr", "Accumulated SQNR", "dB",
        "10 log10 of the twin's power over that of the distance to it."},
    {"accumulated_cosine", "Accumulated cosine", "", "Cosine similarity with the float64 twin's tensor."},
    {"local_max_ulp", "Local error, worst element", "ulp",
        "Largest distance from the redone layer's element, in units in the last place."},
    {"local_sqnr", "Local SQNR", "dB",
        "10 log10 of the redone tensor's power over that of the distance to it."},
    {"local_cosine", "Local cosine", "", "Cosine similarity with the redone layer's tensor."},
    {"step_error", "Error of this step", "",
        "Relative L2 distance from the same step redone in float64 from the run's own weights."},
    {"step_max_ulp", "Error of this step, worst element", "ulp",
        "Largest distance from the redone step's element, in units in the last place."},
    {"step_sqnr", "SQNR of this step", "dB",
        "10 log10 of the redone tensor's power over that of the distance to it."},
    {"step_cosine", "Cosine of this step", "", "Cosine similarity with the redone step's tensor."},
}};
static_assert(kMetrics.size() == static_cast<std::size_t>(Metric::StepCosine) + 1);

} // namespace

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

} // namespace ulpscope
