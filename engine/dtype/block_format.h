// SPDX-License-Identifier: GPL-3.0-or-later
// Formats whose elements share scales, as rows of data: MX, NVFP4, block and tensor scaled float8, scaled integers,
// lookup tables. What a row does to numbers is in block_quantize.h.
#pragma once

#include "engine/base/result.h"
#include "engine/dtype/format.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// Shape of the block of elements that share a scale.
enum class BlockKind : std::uint8_t {
    Along, ///< `extent` neighbours along one axis; 0: all along the axis ("row")
    Tile, ///< extent x extent: along the axis and the axis before it (after it, where it is the first)
    Slice, ///< all that have the same index on the axis ("channel")
    Tensor, ///< all
};

struct BlockShape
{
    BlockKind kind = BlockKind::Along;
    int extent = 0; ///< the last block of an axis has fewer elements where the axis' length is no multiple

    /// "32", "16x16", "row", "channel", "tensor"
    std::string text() const;
    bool operator==(const BlockShape&) const = default;
};

/// How a block's scale comes from its amax, the largest magnitude; a NaN makes amax NaN. Stacks differ most in what they
/// do when amax is 0, infinite or NaN, so every row says so.
enum class ScaleRule : std::uint8_t {
    Floor, ///< 2^(floor(log2 amax) - E), E the exponent of the largest element
    Ceil, ///< 2^(ceil(log2 amax) - E)
    RoundCeil, ///< 2^ceil(log2(amax / largest element)), the quotient as amax * (1 / largest) in float32
    Even, ///< Floor, of amax rounded to the element's digits first
    Current, ///< inputs are multiplied with largest / amax, in float32; codes by the reciprocal of that
    CurrentPowerOfTwo, ///< Current, the factor rounded down to a power of two
    TorchAo, ///< the same factor in float64, then rounded to float32; amax is at least 1e-12
    TorchAoPowerOfTwo, ///< TorchAo, the factor rounded down to a power of two
    AbsMax, ///< inputs are divided by amax / largest
    AbsMaxHalf, ///< divides by amax / (largest + 1/2)
    MinMax, ///< divides by (max - min) / (steps of the element), zero shifted to an integer; 0 is in the range
    TwoLevel, ///< float8 scales relative to one float32 scale of the tensor (NVFP4)
    FourOverSix, ///< TwoLevel, the block's amax mapped to 6 or to 4, whichever leaves the smaller sum of |error|
    FourOverSixSquared, ///< the same choice by the sum of squared errors
};

struct ScaleRuleRow
{
    ScaleRule rule;
    std::string_view name; ///< "floor"
    std::string_view formula;
    std::string_view zero; ///< scale of a block with amax = 0
    std::string_view nonFinite; ///< scale for an infinite amax and for a NaN
    std::string_view source;
};
std::span<const ScaleRuleRow> scaleRules();
const ScaleRuleRow& rowOf(ScaleRule rule);
std::string_view text(ScaleRule rule);

constexpr bool isMxRule(ScaleRule rule)
{
    return rule <= ScaleRule::Even;
}
/// Whether inputs are divided by the scale; else they are multiplied with its reciprocal.
constexpr bool divides(ScaleRule rule)
{
    return rule == ScaleRule::AbsMax || rule == ScaleRule::AbsMaxHalf || rule == ScaleRule::MinMax;
}
/// Whether the tensor has a scale of its own beside those of the blocks.
constexpr bool hasTensorScale(ScaleRule rule)
{
    return rule >= ScaleRule::TwoLevel;
}

struct BlockFormat
{
    std::string name; ///< canonical; blockFormatByName() reads it back
    std::string_view alias = {}; ///< a short form, "mxfp8"; may be empty
    const Format* element = nullptr;
    std::span<const float> levels
        = {}; ///< a lookup table instead of the element's own values: code i stands for levels[i]
    BlockShape block = {};
    const Format* scale = nullptr; ///< float8_e8m0fnu, float8_e4m3fn or float32
    ScaleRule rule = ScaleRule::Floor;
    std::string_view summary = {};
    std::string_view source = {};

    /// The largest magnitude of an element before scaling. Two's complement leaves its lowest code unused but for MinMax.
    double largestElement() const { return levels.empty() ? element->maxFinite() : 1.0; }
    /// Bits of an element with its share of a full block's scale, where a block has a size of its own.
    double bitsPerElement() const;
};

/// The rows, in teaching order; they live as long as the program.
std::span<const BlockFormat> blockFormats();
std::vector<std::string> blockFormatNames();

/// A row by name or alias, then, each after a colon, what differs from the row: a scale rule of the row's family ("rceil"),
/// a block shape ("64", "16x16", "row", "channel", "tensor"). "mxfp8:rceil", "int8_symmetric:channel", "nvfp4:16x16".
/// Else "unknown block format 'mxpf8'; did you mean 'mxfp8'?", or what is wrong after the colon.
Result<BlockFormat> blockFormatByName(std::string_view name);

} // namespace ulpscope
