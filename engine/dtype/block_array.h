// SPDX-License-Identifier: GPL-3.0-or-later
// A whole array in a block format: codes, scales, and the values that they stand for. The plain routine, block by block;
// tensors have the same, faster, in tensor/block_ops.h.
#pragma once

#include "engine/base/result.h"
#include "engine/dtype/block_format.h"
#include "engine/dtype/rounding.h"

#include <cstdint>
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

/// Where the blocks lie in an array: seen as [outer, rows, columns, inner], in blocks of [1, blockRows, blockColumns, 1],
/// but Slice and Tensor, whose blocks reach over outer and inner too.
struct BlockLayout
{
    std::int64_t outer = 1;
    std::int64_t rows = 1;
    std::int64_t columns = 1;
    std::int64_t inner = 1;
    std::int64_t blockOuter = 1;
    std::int64_t blockRows = 1;
    std::int64_t blockColumns = 1;
    std::int64_t blockInner = 1;
    std::vector<std::int64_t> scalesShape; ///< the array's shape with blocks in place of elements; (n,) of Slice, () of Tensor

    std::int64_t elements() const { return outer * rows * columns * inner; }
    std::int64_t blocks() const;
};

/// axis: -1 is the last; any axis will do for a single number. Error at "axis".
Result<BlockLayout> layOutBlocks(const BlockShape& block, std::span<const std::int64_t> shape, int axis);

struct BlockOptions
{
    RoundingMode mode = RoundingMode::NearestEven; ///< of elements; scales follow their rule
    int randomBits = kAllRandomBits;
    RandomKey key{0, RandomUse::Rounding, 0, 0}; ///< draws of a stochastic mode, by an element's index in the array
};

struct QuantizedArray
{
    std::variant<std::vector<float>, std::vector<double>> values; ///< dequantised, in the input's own type
    std::vector<std::uint8_t> codes; ///< one an element, of the element format; two's complement or index of the level
    std::vector<std::int64_t> scalesShape;
    std::vector<float> scales; ///< by which codes' values are multiplied (and by tensorScale)
    std::vector<std::uint8_t> scaleCodes; ///< the scales in their own format where that has 8 bits, else empty
    std::vector<std::int32_t> zeroPoints; ///< subtracted from codes first; empty unless the rule is MinMax
    float tensorScale = 1; ///< 1 where the format has none
};

/// Errors at "axis" or "shape".
Result<QuantizedArray> quantizeArray(
    const ArrayView& array, const BlockFormat& format, int axis = -1, const BlockOptions& options = {});

} // namespace ulpscope
