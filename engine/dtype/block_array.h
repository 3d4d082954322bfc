// SPDX-License-Identifier: GPL-3.0-or-later
// A whole array in a block format: codes, scales, and the values that they stand for. The plain routine, block by block;
// tensors have the same, faster, in tensor/block_ops.h.
#pragma once

#include "engine/base/result.h"
#include "engine/dtype/block_format.h"
#include "engine/dtype/rounding.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace ulpscope {

/// Row-major; shape {} is a single number.
struct ArrayView
{
    std::span<const std::int64_t> shape;
    std::variant<std::span<const float>, std::span<const double>> values;
};

/// Where the blocks lie in an array, seen as [outer, rows, columns, inner] of which each block has so many.
struct BlockLayout
{
    std::array<std::int64_t, 4> extents{1, 1, 1, 1};
    std::array<std::int64_t, 4> block{1, 1, 1, 1};
    /// The array's shape with blocks in place of elements; (n,) for Slice, () for Tensor.
    std::vector<std::int64_t> scalesShape;

    std::int64_t blockCount(std::size_t dimension) const;
    std::int64_t blocks() const;
    /// Indices of the elements of the block at that place, in row-major order.
    void elementsOf(const std::array<std::int64_t, 4>& at, std::vector<std::int64_t>& indices) const;
};

/// axis: -1 is the last; a single number counts as an axis of one. Errors at "axis" or "shape".
Result<BlockLayout> layOutBlocks(const BlockShape& block, std::span<const std::int64_t> shape, int axis);

struct BlockOptions
{
    RoundingMode mode = RoundingMode::NearestEven; ///< rounding of the elements; scales follow their rule
    /// Random bits of a stochastic mode; at most 24 for float32, 53 for float64.
    int randomBits = kAllRandomBits;
    /// Key of the random draws, which an element's index in the array selects.
    RandomKey key{0, RandomUse::Rounding, 0, 0};
    /// Largest magnitude of the tensor that the array is a part of, for the tensor's scale; absent: the array's.
    std::optional<double> amax = {};
};

struct QuantizedArray
{
    std::variant<std::vector<float>, std::vector<double>> values; ///< dequantised, in the input's own type
    /// Codes of the element format, or indices of levels, one for each element.
    std::vector<std::uint8_t> codes;
    std::vector<std::int64_t> scalesShape;
    std::vector<float> scales; ///< scales that the codes' values are multiplied by, besides tensorScale
    std::vector<std::uint8_t> scaleCodes; ///< the scales in a format of 8 bits, else empty
    std::vector<std::int32_t> zeroPoints; ///< subtracted from codes first; empty unless the rule is MinMax
    float tensorScale = 1; ///< 1 where the format has none
};

/// Errors at "axis" or "shape".
Result<QuantizedArray> quantizeArray(
    const ArrayView& array, const BlockFormat& format, int axis = -1, const BlockOptions& options = {});

} // namespace ulpscope
