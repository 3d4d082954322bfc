// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dtype/block_array.h"

#include "engine/base/check.h"
#include "engine/dtype/block_quantize.h"

#include <algorithm>
#include <string>

namespace ulpscope {

namespace {

using Size = std::int64_t;
constexpr int kFloatDigits = 24;

Size product(std::span<const Size> extents)
{
    Size result = 1;
    for (const Size extent : extents)
        result *= extent;
    return result;
}

Size dividedUp(Size n, Size by)
{
    return (n + by - 1) / by;
}

std::string shapeText(std::span<const Size> shape)
{
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    return text + (shape.size() == 1 ? ",)" : ")");
}

/// Calls f(indices of the block's elements) for each block, in the scales' order.
template <class F>
void forEachBlock(const BlockLayout& layout, F f)
{
    std::array<Size, 4> counts{};
    for (std::size_t d = 0; d < 4; ++d)
        counts[d] = layout.blockCount(d);
    if (std::find(counts.begin(), counts.end(), 0) != counts.end())
        return;
    std::vector<Size> indices;
    std::array<Size, 4> at{};
    for (at[0] = 0; at[0] < counts[0]; ++at[0])
        for (at[1] = 0; at[1] < counts[1]; ++at[1])
            for (at[2] = 0; at[2] < counts[2]; ++at[2])
                for (at[3] = 0; at[3] < counts[3]; ++at[3]) {
                    layout.elementsOf(at, indices);
                    f(indices);
                }
}

/// Quantizes an array of T by blocks into `result`, whose arrays have their sizes.
template <class T>
void quantizeValues(std::span<const T> values, const BlockFormat& format, const BlockLayout& layout,
    const BlockOptions& options, QuantizedArray& result)
{
    std::vector<double> all(values.begin(), values.end());
    BlockArithmetic arithmetic{sizeof(T) == sizeof(float), options.mode, options.randomBits, {}};
    if (arithmetic.inFloat32) // the kernels have this limit too, because a float has no more bits
        arithmetic.randomBits = options.randomBits == kAllRandomBits
            ? kFloatDigits
            : std::min(options.randomBits, kFloatDigits);
    if (hasTensorScale(format.rule))
        arithmetic.tensor = tensorScaleFor(format, options.amax ? *options.amax : amaxOf(all));
    result.tensorScale = arithmetic.tensor.decode;
    std::vector<T> out(all.size());
    std::vector<double> block;
    std::vector<double> dequantized;
    std::vector<std::uint8_t> codes;
    std::vector<std::uint64_t> draws;
    forEachBlock(layout, [&](const std::vector<Size>& indices) {
        block.clear();
        draws.clear();
        for (const Size i : indices) {
            block.push_back(all[static_cast<std::size_t>(i)]);
            if (isStochastic(options.mode))
                draws.push_back(
                    roundingBits(options.key, static_cast<std::uint64_t>(i), arithmetic.randomBits));
        }
        dequantized.resize(block.size());
        codes.resize(block.size());
        const BlockScale scale = quantizeBlock(format, arithmetic, block, draws, dequantized, codes);
        for (std::size_t i = 0; i < indices.size(); ++i) {
            const auto element = static_cast<std::size_t>(indices[i]);
            out[element] = static_cast<T>(dequantized[i]);
            result.codes[element] = codes[i];
        }
        result.scales.push_back(scale.decode);
        if (format.scale->bits() == 8)
            result.scaleCodes.push_back(scale.code);
        if (format.rule == ScaleRule::MinMax)
            result.zeroPoints.push_back(scale.zeroPoint);
    });
    result.values = std::move(out);
}

} // namespace

Size BlockLayout::blockCount(std::size_t dimension) const
{
    return dividedUp(extents[dimension], block[dimension]);
}

Size BlockLayout::blocks() const
{
    return blockCount(0) * blockCount(1) * blockCount(2) * blockCount(3);
}

void BlockLayout::elementsOf(const std::array<Size, 4>& at, std::vector<Size>& indices) const
{
    std::array<Size, 4> begin{};
    std::array<Size, 4> end{};
    for (std::size_t d = 0; d < 4; ++d) {
        begin[d] = at[d] * block[d];
        end[d] = std::min(begin[d] + block[d], extents[d]);
    }
    indices.clear();
    for (Size o = begin[0]; o < end[0]; ++o)
        for (Size r = begin[1]; r < end[1]; ++r)
            for (Size c = begin[2]; c < end[2]; ++c)
                for (Size i = begin[3]; i < end[3]; ++i)
                    indices.push_back(((o * extents[1] + r) * extents[2] + c) * extents[3] + i);
}

Result<BlockLayout> layOutBlocks(const BlockShape& block, std::span<const Size> shape, int axis)
{
    const auto rank = static_cast<int>(shape.size());
    const int lastAxis = std::max(rank, 1); // a single number counts as an axis of one
    if (axis < -lastAxis || axis >= lastAxis)
        return Error{"axis", std::to_string(axis) + " is no axis of the shape " + shapeText(shape),
            ErrorKind::ValueError};
    if (block.kind == BlockKind::Tile && rank < 2)
        return Error{"shape",
            "tiles of " + block.text() + " need two axes, not the shape " + shapeText(shape),
            ErrorKind::ValueError};
    BlockLayout layout;
    if (rank == 0) {
        if (block.kind == BlockKind::Slice)
            return Error{"shape", "a single number has no channels", ErrorKind::ValueError};
        return layout;
    }
    const auto at = static_cast<std::size_t>(axis < 0 ? axis + rank : axis);
    const Size length = shape[at];
    layout.scalesShape.assign(shape.begin(), shape.end());
    if (block.kind == BlockKind::Tile) {
        const std::size_t first = at == 0 ? 0 : at - 1;
        layout.extents = {
            product(shape.first(first)), shape[first], shape[first + 1], product(shape.subspan(first + 2))};
        layout.block = {1, block.extent, block.extent, 1};
        layout.scalesShape[first] = layout.blockCount(1);
        layout.scalesShape[first + 1] = layout.blockCount(2);
        return layout;
    }
    layout.extents = {product(shape.first(at)), 1, length, product(shape.subspan(at + 1))};
    switch (block.kind) {
    case BlockKind::Along:
        layout.block[2] = block.extent == 0 ? std::max<Size>(length, 1) : block.extent;
        layout.scalesShape[at] = layout.blockCount(2);
        break;
    case BlockKind::Slice:
        layout.block[0] = std::max<Size>(layout.extents[0], 1);
        layout.block[3] = std::max<Size>(layout.extents[3], 1);
        layout.scalesShape = {length};
        break;
    case BlockKind::Tile: // above
    case BlockKind::Tensor:
        for (std::size_t d = 0; d < 4; ++d)
            layout.block[d] = std::max<Size>(layout.extents[d], 1);
        layout.scalesShape.clear();
    }
    return layout;
}

Result<QuantizedArray> quantizeArray(
    const ArrayView& array, const BlockFormat& format, int axis, const BlockOptions& options)
{
    const Result<BlockLayout> layout = layOutBlocks(format.block, array.shape, axis);
    if (!layout)
        return layout.error();
    QuantizedArray result;
    result.scalesShape = layout->scalesShape;
    constexpr Size kMaxEmptyScales = Size{1} << 24;
    if (product(array.shape) == 0 && product(result.scalesShape) > kMaxEmptyScales)
        return Error{"shape",
            "an array without elements would have " + std::to_string(product(result.scalesShape)) + " scales",
            ErrorKind::ValueError};
    std::visit(
        [&](const auto values) {
            checkEqual(static_cast<Size>(values.size()), product(array.shape), "[quantizeArray] elements");
            result.codes.resize(values.size());
            quantizeValues(values, format, *layout, options, result);
        },
        array.values);
    // An empty array has no blocks, yet its scales have the shape that they would have.
    const auto missing = static_cast<std::size_t>(product(result.scalesShape)) - result.scales.size();
    const BlockScale ofNothing = blockScaleFor(format, {});
    for (std::size_t i = 0; i < missing; ++i) {
        result.scales.push_back(ofNothing.decode);
        if (format.scale->bits() == 8)
            result.scaleCodes.push_back(ofNothing.code);
        if (format.rule == ScaleRule::MinMax)
            result.zeroPoints.push_back(0);
    }
    return result;
}

} // namespace ulpscope
