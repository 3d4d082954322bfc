// SPDX-License-Identifier: GPL-3.0-or-later
// Records of the probes for one step: plain numbers, never tensors. NaN and infinity are kept.
#pragma once

#include "engine/base/id.h"
#include "engine/tensor/details.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ulpscope {

/// Role of a tensor in its layer.
enum class TensorRole : std::uint8_t {
    Input,
    Output,
    Weight,
    OutputGradient,
    InputGradient,
    WeightGradient,
    Update,
    OptimizerState
};

/// Whether its elements are divided by the loss scale where they are told.
bool isGradient(TensorRole role);
/// Whether its elements are among those that a step counts as its gradients. Those of inputs are not: they are the output
/// gradients of the layers before, and would count twice.
bool isCountedGradient(TensorRole role);

/// Gradients are divided by the loss scale. Error: against float64, where the same tensor comes from
/// - Accumulated: the float64 reference, trained beside the run since the first step;
/// - Step: the same step redone in float64 from the run's own weights;
/// - Local: the same layer redone in float64 from its inputs and upstream gradients as they arrived.
enum class Metric : std::uint8_t {
    Amax,
    NonFinite,
    Underflow,
    Overflow,
    AccumulatedError,
    LocalError,
    FlushedPercent,
    LostPercent,
    Float8Scale,
    Float8Amax,
    Float8HistoryAmax,
    Float8Limit,
    Float8Saturated,
    Amin,
    Mean,
    Rms,
    Std,
    ZeroPercent,
    SubnormalPercent,
    SaturatedPercent,
    Nan,
    PositiveInfinity,
    NegativeInfinity,
    AccumulatedMaxUlp,
    AccumulatedSqnr,
    AccumulatedCosine,
    LocalMaxUlp,
    LocalSqnr,
    LocalCosine,
    StepError,
    StepMaxUlp,
    StepSqnr,
    StepCosine,
};

/// A row of the catalog of metrics, in the enum's order.
struct MetricRow
{
    Metric metric = Metric::Amax;
    std::string_view name; ///< "amax", as tensors.csv has it
    std::string_view title; ///< "Largest magnitude"
    std::string_view unit; ///< "", "%", "dB", "ulp"
    std::string_view description;
};

std::span<const MetricRow> metricCatalog();

std::string_view roleName(TensorRole role); ///< "output_gradient"
std::string_view metricName(Metric metric); ///< "flushed_percent"

/// Index into TrainingRun::paths(): a tensor's layer, variable or state.
using PathId = Id<struct PathTag, std::uint16_t>;

/// One metric of one tensor at one step.
struct TensorPoint
{
    PathId path;
    TensorRole role = TensorRole::Output;
    Metric metric = Metric::Amax;
    double value = 0;
};

/// How the magnitudes of one tensor spread over the binades at one step; every element is counted once.
struct ExponentHistogram
{
    PathId path;
    TensorRole role = TensorRole::Output;
    ExponentBins bins{}; ///< exponents of the values that are finite and not zero
    std::int64_t zeros = 0;
    std::int64_t nonFinite = 0; ///< NaN and infinities
};

/// Counts of a step, or of a run as the sum over its steps: the numbers behind its percentages.
struct StepCounts
{
    bool isCompared = false; ///< whether float64's gradients told; in step watch at sampled steps
    std::int64_t gradientsNonZero = 0; ///< gradients that are not zero in float64
    std::int64_t gradientsFlushed = 0; ///< how many of these are exactly zero in the candidate
    std::int64_t updatesExpected
        = 0; ///< elements of weights that float64's update moved, of steps that were applied
    std::int64_t updatesLost = 0; ///< how many of these are unchanged in the candidate
    std::int64_t overflows = 0;
    std::int64_t scaled = 0; ///< elements of operands whose scale comes from earlier steps
    std::int64_t saturated = 0; ///< how many of these were clipped because they were beyond the limit

    StepCounts& operator+=(const StepCounts& other);
    bool operator==(const StepCounts&) const = default;

    /// Absent where no float64 tells.
    std::optional<double> gradientsFlushedPercent() const;
    double updatesLostPercent() const;
    double saturatedPercent() const;
};

/// The numbers of one step; the guide defines them in its chapter "The numbers". What needs float64 numbers that the
/// watch mode does not have at this step is absent.
struct StepRecord
{
    std::int64_t step = 0;
    double loss = 0; ///< mean over the batch, before the loss weight and the loss scale
    std::optional<double> referenceLoss; ///< loss of the reference
    std::optional<double> lossScale; ///< the scale that this step used
    bool skipped = false;
    bool weightsMoved
        = true; ///< whether the update changed any trainable weight by what counts (UpdateLoss::hasMoved)
    StepCounts counts;
    std::optional<double> errorVsFloat64; ///< relative error of the output against the reference's
    /// Relative L2 over all weight gradients together, against the reference's.
    std::optional<double> gradientErrorVsFloat64;
    double gradientAmax
        = 0; ///< largest finite |output gradient or weight gradient|, divided by the loss scale; NaN where zeros are
    ///< all that is finite beside NaN or infinity
    std::int64_t nonFinite = 0; ///< elements of all the step's tensors that are NaN or infinite
    bool diverged = false; ///< a weight is not finite, or the loss is not although the step was applied
    /// The loss scale's rule has ended the run in this step or an earlier one (LossScale::hasEnded); all after it is skipped.
    bool scalerEnded = false;
    /// Scales of operands at every step; the rest, and the exponents, at every ProbeSpec::tensorsEvery-th one.
    std::vector<TensorPoint> tensors;
    std::vector<ExponentHistogram> exponents;

    /// Tensors and exponents go, with their storage.
    void dropTensors();
};

/// The numbers of a step that can be plotted.
enum class StepMetric : std::uint8_t {
    Loss,
    ReferenceLoss,
    LossScale,
    GradientsFlushedPercent,
    UpdatesLostPercent,
    ErrorVsFloat64,
    GradientAmax,
};
inline constexpr std::size_t kStepMetrics = static_cast<std::size_t>(StepMetric::GradientAmax) + 1;

/// Absent where the step has none.
std::optional<double> metricOf(const StepRecord& record, StepMetric metric);

/// Counts the values of one metric that have no place on an axis, or none on a logarithmic one.
struct SpecialCounts
{
    std::uint32_t minusInfinity = 0;
    std::uint32_t negative = 0; ///< finite negative elements
    std::uint32_t zero = 0;
    std::uint32_t plusInfinity = 0;
    std::uint32_t notANumber = 0;

    void add(double value);
    bool operator==(const SpecialCounts&) const = default;
};

} // namespace ulpscope
