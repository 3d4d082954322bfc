// SPDX-License-Identifier: GPL-3.0-or-later
// Float8 scaling states of one tensor as values: Keras' and Transformer Engine's.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ulpscope {

// Keras' float8 scaling state of one tensor as a value: keras/src/layers/core/dense.py, quantizers/quantizers.py.
/// The largest magnitude, 0 of an empty history; a NaN anywhere is the result, as in NumPy.
float largestAmax(std::span<const float> history);

/// The scale that a step uses was stored at the end of the step before, from amaxes up to the one before that: a lag
/// of two. It multiplies on dequantize: q = x / scale. All in float32, as Keras' variables are.
struct AmaxHistory
{
    float dtypeMax = 448; ///< largest value of the float8 format: 448 or 57344
    float scale = 1;
    std::vector<float> history; ///< newest at 0, the one before at the end, oldest at 1
    int margin = 0; ///< the amax is mapped to dtypeMax * 2^-margin; Keras' layers leave it at 0

    /// The state after a step that saw `amax`: the new scale comes from the old history, and stays as it was when that
    /// history's maximum is 0 or not finite; either is inverted twice on the way, which can change its last digit.
    AmaxHistory next(float amax) const;
    void advance(float amax); ///< becomes next(amax), without new storage
    float nextScale() const;

    bool operator==(const AmaxHistory&) const = default;
};

AmaxHistory makeAmaxHistory(float dtypeMax, int length, int margin = 0);

// Transformer Engine's delayed scaling of one tensor as a value: common/recipe/delayed_scaling.cu, kernel_bulk. A step is
// quantized with a scale from earlier steps' amaxes, so the first step after a spike saturates.
/// The amax of the window that sets the scale: Transformer Engine's amax_compute_algo.
enum class AmaxChoice : std::uint8_t {
    Max, ///< the largest, this step's included; a NaN is passed over
    MostRecent, ///< the amax of this step
};

/// The scale lags one step (Keras' two) and multiplies on quantize: q = x * scale. All in float32.
/// It is updated after every step, whether or not the optimizer's step was skipped.
struct DelayedScaling
{
    float largest = 448; ///< largest value of the float8 format: 448 or 57344
    int margin = 0; ///< the amax is mapped to largest * 2^-margin
    AmaxChoice choice = AmaxChoice::Max;
    float scale = 1;
    std::vector<float> history; ///< 0 is the slot of the running step, 1 the oldest, the last the newest

    /// The state after a step that saw `amax`. 0 (the layer did not run) changes nothing; where the chosen amax is 0, infinite
    /// or NaN the scale stays, so with Max an infinity keeps it for as many steps as the window is long; a scale
    /// beyond float32 is its largest number.
    DelayedScaling next(float amax) const;
    void advance(float amax); ///< becomes next(amax), without new storage

    bool operator==(const DelayedScaling&) const = default;
};

/// length: amax_history_len, at least 1; 1024 by default there.
DelayedScaling makeDelayedScaling(
    float largest, int length, AmaxChoice choice = AmaxChoice::Max, int margin = 0);

} // namespace ulpscope
