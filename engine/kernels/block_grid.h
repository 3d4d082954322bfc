// SPDX-License-Identifier: GPL-3.0-or-later
// Block formats as the kernels see them: where blocks lie in an array, how scales come from amaxes, how scaled inputs are
// rounded. The numbers of a row of dtype/block_format.h, nothing that names it.
#pragma once

#include "engine/dtype/block_format.h"
#include "engine/kernels/grid.h"

#include <cstdint>

namespace ulpscope {

/// Values at in[o * outerStride + l * stride + i] for l < length, i < inner; blocks are `extent` neighbours along l. Arrays
/// of one number a block are [outer, blocks of a line, inner], without gaps.
struct BlockView
{
    std::int64_t outer = 1;
    std::int64_t length = 0;
    std::int64_t inner = 1;
    std::int64_t outerStride = 0;
    std::int64_t stride = 1;
    std::int64_t extent = 32;

    std::int64_t blocksOfLine() const { return (length + extent - 1) / extent; }
    std::int64_t blocks() const { return outer * blocksOfLine() * inner; }
};

/// Powers of two by MX' rules, from the bits of amax (times `factor`): code = (bits + roundUp) >> 23, less `offset`.
struct MxScaling
{
    float factor = 1; ///< 1 / largest of RoundCeil
    std::uint32_t roundUp = 0;
    std::uint32_t offset = 0; ///< exponent of the largest element
    std::uint32_t subnormalAbove = 0; ///< subnormal amaxes above these bits have code 1, others 0
};
MxScaling makeMxScaling(const BlockFormat& format);

/// NVFP4: decode = E4M3(min(amax * multiplier, largest)), encode = min(1 / (decode * tensorDecode), largest float32).
struct TwoLevelScaling
{
    float multiplier = 1;
    float tensorDecode = 1;
    Grid<float> scale;
};

/// Rounding of scaled inputs to nearest even, saturating.
struct BlockElement
{
    int mantissaBits = 0;
    int minExponent = 0;
    float largest = 0;
    bool hasNegativeZero = true;
    bool divides = false; ///< inputs are divided by the block's decode, not multiplied with its encode
};
BlockElement makeBlockElement(const BlockFormat& format);

/// What is done to each element: encode e and decode d of its block, the tensor's decode t.
enum class BlockStep : std::uint8_t {
    QuantizeDequantize, ///< round(clip(x e)) d t; x / d for x e where the element says so
    Scale, ///< clip(x e), or clip(x / d)
    Dequantize, ///< x d t
};

} // namespace ulpscope
