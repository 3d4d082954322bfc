// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/evaluate.h"

#include "engine/base/check.h"
#include "engine/base/message.h"
#include "engine/base/number_text.h"
#include "engine/base/philox.h"
#include "engine/dtype/rounding.h"
#include "engine/tensor/cuda_sums.h"
#include "engine/tensor/layout_ops.h"
#include "engine/tensor/lookup.h"
#include "engine/tensor/nonfinite_watch.h"
#include "engine/tensor/window_ops.h"

#include <algorithm>
#include <array>

namespace ulpscope::graph {

namespace {

constexpr Index kBlockRows = 256;

/// Elements of one index of the axis, from it on: [rows before the axis, extent, inner]
Index innerOf(const Shape& shape, int axis)
{
    Index product = 1;
    for (int i = axis + 1; i < shape.rank(); ++i)
        product *= shape[i];
    return product;
}

/// Indices of an axis of x into those of an axis of out.
void copyAlong(int axis, const Tensor& x, Index from, Index count, Tensor& out, Index to)
{
    const Index inner = innerOf(out.shape(), axis);
    const Index fromWidth = x.shape()[axis] * inner;
    const Index toWidth = out.shape()[axis] * inner;
    copyColumns(x, out,
        {toWidth == 0 ? 0 : out.size() / toWidth, count * inner, fromWidth, from * inner, toWidth,
            to * inner});
}

std::vector<Index> rowsNamed(const Tensor& ids, Index rows)
{
    std::vector<Index> named(static_cast<std::size_t>(ids.size()));
    for (Index i = 0; i < ids.size(); ++i)
        named[static_cast<std::size_t>(i)] = namedRow(ids.at(i), rows);
    return named;
}

/// Tells a watch of the first id that is no row.
void watchIds(
    Arithmetic& arithmetic, const Tensor& ids, std::span<const Index> named, Index rows, const Tensor& out)
{
    const auto wrong = std::ranges::find(named, kNoRow);
    if (wrong == named.end())
        return;
    const auto place = static_cast<Index>(wrong - named.begin());
    reportBirth(arithmetic, translated("lookup"), ids, out, place * out.columns(),
        {{"id", ids.at(place)}, {"rows of the table", static_cast<double>(rows)}},
        "id " + shortestText(ids.at(place)) + " is no row of the table of " + std::to_string(rows)
            + ": ids go from 0 to " + std::to_string(rows - 1)
            + " (input_dim - 1), and such a lookup gives NaN, as in Keras on JAX");
}

void drawNumbers(const Node& node, const Tensor& step, Tensor& out)
{
    const Attributes& of = node.attributes;
    const bool isNormal = of.distribution == Distribution::Normal;
    const RandomKey key{of.seed, isNormal ? RandomUse::Noise : RandomUse::Dropout, of.stream,
        static_cast<std::uint64_t>(step.at(0))};
    for (Index i = 0; i < out.size(); ++i) {
        const auto index = static_cast<std::uint64_t>(i);
        out.set(i,
            isNormal ? roundToFormat(*node.format, randomNormal(key, index))
                : randomUniform(key, index) >= of.number ? 1
                                                         : 0);
    }
}

} // namespace

const Tensor& withAxesFirst(const Node& node, const Tensor& x, Tensor& moved)
{
    const std::uint8_t axes = node.attributes.axes;
    const int rank = x.shape().rank();
    if (rank > 0 && axes + 1U == 1U << (rank - 1)) // all but the last
        return x;
    std::array<int, Shape::kMaxRank> order{};
    std::size_t count = 0;
    Shape columns;
    for (const bool goes : {true, false})
        for (int axis = 0; axis < rank; ++axis)
            if (((axes >> axis & 1) != 0) == goes) {
                order[count++] = axis;
                if (goes)
                    columns.append(x.shape()[axis]);
            }
    columns.append(node.shape.elements());
    permuteAxes(x, x.shape(), std::span(order).first(count), moved);
    moved.reshape(columns);
    return moved;
}

void evaluateBlockSums(const Node& node, const Tensor& x, Tensor& out)
{
    const Format& format = *node.format;
    Tensor storage;
    const Tensor& moved = withAxesFirst(node, x, storage);
    const Index columns = moved.columns();
    const auto addTo = [&](Tensor& sums, const Tensor& from, Index row) {
        for (Index c = 0; c < columns; ++c)
            sums.set(c, roundToFormat(format, sums.at(c) + from.at(row * columns + c)));
    };
    out = Tensor(node.shape, format);
    for (Index begin = 0; begin < moved.rows(); begin += kBlockRows) {
        Tensor block(node.shape, format);
        for (Index row = begin; row < std::min(moved.rows(), begin + kBlockRows); ++row)
            addTo(block, moved, row);
        addTo(out, block, 0);
    }
}

void evaluateWarpSums(const Node& node, const Tensor& x, Tensor& out)
{
    const Format& format = *node.format;
    Tensor storage;
    const Tensor& moved = withAxesFirst(node, x, storage);
    const Index columns = moved.columns();
    constexpr Index kLanes = 32;
    const Index blockRows = node.attributes.sumOrder == SumOrder::WarpBlocks ? kLanes : moved.rows();
    const auto add = [&](double& sum, double term) { sum = roundToFormat(format, sum + term); };
    out = Tensor(node.shape, format);
    for (Index c = 0; c < columns; ++c) {
        double total = 0;
        for (Index begin = 0; begin < moved.rows(); begin += blockRows) {
            std::array<double, kLanes> lanes{};
            for (Index row = begin; row < std::min(moved.rows(), begin + blockRows); ++row)
                add(lanes[static_cast<std::size_t>(row % kLanes)], moved.at(row * columns + c));
            add(total, byHalves(lanes, add));
        }
        out.set(c, total);
    }
}

void evaluateMove(Arithmetic& arithmetic, const Node& node, std::span<const Tensor* const> operands,
    Tensor& storage, Tensor& out)
{
    const Attributes& of = node.attributes;
    const Tensor& x = *operands[0];
    switch (node.operation) {
    case Operation::ReduceMax:
        columnMaxima(withAxesFirst(node, x, storage), out);
        break;
    case Operation::BatchedProduct:
        batchedMatmul(arithmetic, x, *operands[1], of.transpose, out);
        break;
    case Operation::Gather: {
        const std::vector<Index> named = rowsNamed(*operands[1], x.rows());
        takeRows(x, named, out);
        out.reshape(node.shape);
        if (isWatched(arithmetic))
            watchIds(arithmetic, *operands[1], named, x.rows(), out);
        break;
    }
    case Operation::ScatterAdd:
        addToRows(arithmetic, x, rowsNamed(*operands[1], node.shape[0]), node.shape[0], out);
        break;
    case Operation::Unfold:
        unfold(arithmetic, x, of.window, 0, of.window.channels, out);
        break;
    case Operation::WindowSum:
        windowSums(arithmetic, x, of.window, storage, out);
        break;
    case Operation::WindowMax:
        windowMax(arithmetic, x, of.window, out);
        break;
    case Operation::WindowMaxGradient:
        windowMaxGradient(arithmetic, x, of.window, *operands[1], out);
        break;
    case Operation::Spread:
        spread(x, of.window.strideHeight, of.window.strideWidth, out);
        break;
    case Operation::Concatenate:
        out.reset(node.shape, *node.format);
        copyAlong(of.axis, x, 0, x.shape()[of.axis], out, 0);
        copyAlong(of.axis, *operands[1], 0, operands[1]->shape()[of.axis], out, x.shape()[of.axis]);
        break;
    case Operation::Slice:
        out.reset(node.shape, *node.format);
        copyAlong(of.axis, x, of.first, node.shape[of.axis], out, 0);
        break;
    case Operation::Pad:
        out.reset(node.shape, *node.format);
        out.fill(0);
        copyAlong(of.axis, x, 0, x.shape()[of.axis], out, of.first);
        break;
    case Operation::Reverse:
        out.reset(node.shape, *node.format);
        for (Index i = 0; i < node.shape[of.axis]; ++i)
            copyAlong(of.axis, x, i, 1, out, node.shape[of.axis] - 1 - i);
        break;
    case Operation::Draw:
        out.reset(node.shape, *node.format);
        drawNumbers(node, x, out);
        break;
    default:
        throw ContractError("[evaluateMove] an operation from ReduceMax on");
    }
    out.reshape(node.shape);
}

} // namespace ulpscope::graph
