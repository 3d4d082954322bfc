// SPDX-License-Identifier: GPL-3.0-or-later
// Keras' float8 scaling state of one tensor as a value: keras/src/layers/core/dense.py, quantizers/quantizers.py.
#pragma once

#include <span>
#include <vector>

namespace ulpscope {

/// The largest magnitude, 0 of an empty history; a NaN anywhere is the result, as in NumPy.
float largestAmax(std::span<const float> history);

/// The scale that a step uses was stored at the end of the step before, from amaxes up to the one before that: a lag
/// of two. It multiplies on dequantize: q = x / scale. All in float32, as Keras' variables are.
struct AmaxHistory
{
    float dtypeMax = 448; ///< of the float8 format: 448 or 57344
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

} // namespace ulpscope
