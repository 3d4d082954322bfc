// SPDX-License-Identifier: GPL-3.0-or-later
// What the probes report of one step: plain numbers, never tensors. NaN and infinity are kept.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// What a tensor is to its layer.
enum class TensorRole : std::uint8_t {
    Input,
    Output,
    Weight,
    OutputGradient,
    InputGradient,
    WeightGradient,
    Update
};

enum class Metric : std::uint8_t {
    Amax, ///< largest magnitude of the finite elements; gradients divided by the loss scale
    NonFinite, ///< how many elements are NaN or infinite
    Underflow, ///< elements that the cast made zero
    Overflow, ///< elements that rounding made non-finite
    AccumulatedError, ///< relative L2 against the float64 lane; gradients divided by the loss scale
    LocalError, ///< relative L2 against this layer alone redone in float64
    FlushedPercent, ///< non-zero in the float64 lane, exactly zero here
    LostPercent, ///< non-zero updates that left the stored weight unchanged
    Float8Scale, ///< of an operand with one scale a tensor: what the next step uses; Keras' is multiplied on dequantize
    Float8Amax, ///< of the same: the amax that this step saw
};

std::string_view roleName(TensorRole role); ///< "output_gradient"
std::string_view metricName(Metric metric); ///< "flushed_percent"

/// One figure of one tensor at one step.
struct TensorPoint
{
    std::uint16_t path = 0; ///< index into TrainingRun::paths()
    TensorRole role = TensorRole::Output;
    Metric metric = Metric::Amax;
    double value = 0;
};

/// The headline numbers of one step; the definitions are in README.md, "What the numbers mean".
struct StepRecord
{
    std::int64_t step = 0;
    double loss = 0; ///< mean over the batch, before the loss weight and the loss scale
    double referenceLoss = 0;
    std::optional<double> lossScale; ///< the scale that this step used
    bool skipped = false;
    double gradientsFlushedPercent = 0;
    double updatesLostPercent = 0;
    std::int64_t overflows = 0;
    double errorVsFloat64 = 0;
    double gradientAmax
        = 0; ///< largest finite |output gradient or weight gradient|, divided by the loss scale
    /// Empty except on every ProbeSpec::tensorsEvery-th step.
    std::vector<TensorPoint> tensors;
};

} // namespace ulpscope
