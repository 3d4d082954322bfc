// SPDX-License-Identifier: GPL-3.0-or-later
// Quantizing one block, in plain arithmetic: the specification of every block format, and what the kernels are tested
// against. Scales are computed in float32, as everywhere in the field; scaled inputs and dequantised values in the type
// of the array that the block is from. An input beyond float32's range counts as its largest number in an amax.
#pragma once

#include "engine/dtype/block_format.h"
#include "engine/dtype/rounding.h"

#include <cstdint>
#include <span>

namespace ulpscope {

/// NVFP4's scale of the whole tensor (Transformer Engine, core_nvfp4.cuh): encode = 448 * 6 / amax in float32, at most the
/// largest float32, 1 where amax is 0 or infinite; 256 * 6 for four-over-six. One NaN makes it NaN, and so the tensor.
struct TensorScale
{
    float amax = 0;
    float encode = 1;
    float decode = 1; ///< 1 / encode
};
TensorScale tensorScaleFor(const BlockFormat& format, double amax);

struct BlockScale
{
    float decode = 1; ///< codes' values are multiplied with it (and with the tensor's)
    float encode = 1; ///< inputs are multiplied with it; AbsMax and MinMax divide by decode instead
    std::uint8_t code = 0; ///< decode in the scale's format where that has 8 bits
    std::int32_t zeroPoint = 0;
};

/// The largest magnitude; NaN if there is one; 0 of nothing.
double amaxOf(std::span<const double> values);

/// The scale of a block by the format's rule; FourOverSix gives that of six.
BlockScale blockScaleFor(
    const BlockFormat& format, std::span<const double> block, const TensorScale& tensor = {});

/// Settings of block quantization besides the format.
struct BlockArithmetic
{
    bool inFloat32 = true; ///< the array's type: products are rounded to float32, else to float64
    RoundingMode mode = RoundingMode::NearestEven; ///< rounding of the elements
    int randomBits = kAllRandomBits;
    TensorScale tensor;
};

/// Codes of a block's elements and the values that they stand for, which saturate at the largest element. `draws`: R of a
/// stochastic mode for each element, else empty. A block with a NaN scale is all NaN; where its element has no NaN the codes
/// are those of the largest value, or of 0 for integers, as the processors convert.
BlockScale quantizeBlock(const BlockFormat& format, const BlockArithmetic& arithmetic,
    std::span<const double> block, std::span<const std::uint64_t> draws, std::span<double> values,
    std::span<std::uint8_t> codes);

/// The value of an element's code before scaling.
double elementValue(const BlockFormat& format, std::uint8_t code);

} // namespace ulpscope
