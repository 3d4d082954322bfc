// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/graph_run.h"

#include "engine/base/check.h"
#include "engine/dtype/rounding.h"
#include "engine/graph/evaluate.h"
#include "engine/tensor/block_ops.h"
#include "engine/tensor/integer_kernel.h"
#include "engine/tensor/layout_ops.h"
#include "engine/tensor/nonfinite_watch.h"
#include "engine/tensor/scalar_ops.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace ulpscope::graph {

namespace {

/// In the carrier, as the kernels compute; isExact: in float64 whatever the dtype, as losses do (tensor/scalar_ops.h).
void evaluateElements(Arithmetic& arithmetic, const Node& node, std::span<const Tensor* const> operands,
    bool computesInDouble, Tensor& out)
{
    const OperationRow& row = rowOf(node.operation);
    const std::string name(row.name);
    withMeaning(*row.element, [&](auto meaning) {
        std::array<float, 3> floats{};
        std::array<double, 3> doubles{};
        for (Index i = 0; i < out.size(); ++i) {
            for (std::size_t k = 0; k < operands.size(); ++k) {
                doubles[k] = operands[k]->at(i);
                floats[k] = static_cast<float>(doubles[k]);
            }
            const double result = !computesInDouble && carrierOf(out.format()) == Carrier::Float
                ? static_cast<double>(meaning(floats.data()))
                : meaning(doubles.data());
            out.set(i,
                isExact(*row.element)
                    ? result
                    : roundScalar(arithmetic, out.format(), result, name.c_str(), {{"x", doubles[0]}}));
        }
    });
}

/// Calls f(index of an element, index of the element of a smaller tensor that it is aligned with), in row-major order. The smaller one
/// has the last axes, or 1 in their place, or lacks those of `gone`.
template <class F>
void forAligned(const Shape& large, const Shape& small, std::uint8_t gone, F&& f)
{
    std::array<Index, Shape::kMaxRank> stride{};
    Index step = 1;
    int axis = small.rank();
    for (int i = large.rank(); i-- > 0;) {
        if ((gone >> i & 1) != 0 || axis == 0)
            continue;
        --axis;
        stride[static_cast<std::size_t>(i)] = small[axis] == 1 && large[i] != 1 ? 0 : step;
        step *= small[axis];
    }
    std::array<Index, Shape::kMaxRank> at{};
    Index place = 0;
    for (Index i = 0; i < large.elements(); ++i) {
        f(i, place);
        for (int k = large.rank(); k-- > 0;) {
            const auto a = static_cast<std::size_t>(k);
            place += stride[a];
            if (++at[a] < large[k])
                break;
            place -= stride[a] * large[k];
            at[a] = 0;
        }
    }
}

void evaluateSum(Arithmetic& arithmetic, const Node& node, const Tensor& x, Tensor& out)
{
    const Shape& shape = x.shape();
    if (node.attributes.sumOrder == SumOrder::Windows) {
        Tensor moved;
        moveAxesFirst(node, x, moved);
        columnSums(arithmetic, moved, out, node.attributes.rounding);
        out.reshape(node.shape);
        return;
    }
    if (node.attributes.sumOrder == SumOrder::Blocks)
        return evaluateBlockSums(node, x, out);
    const std::uint8_t axes = node.attributes.axes;
    const int first = std::countr_zero(axes);
    const int last = std::bit_width(axes);
    Tensor sums;
    const bool isOneRun = axes != 0 && last - first == std::popcount(axes);
    const bool isOfCarrier = *node.format == carrierFormat(*node.format) && x.format() == *node.format;
    const bool isWide = node.attributes.rounding == SumRounding::Once && !isWatched(arithmetic)
        && carrierOf(x.format()) == carrierOf(*node.format);
    if (isOneRun && (isOfCarrier || isWide)) {
        std::array<Index, 3> extents{1, 1, 1};
        for (int axis = 0; axis < shape.rank(); ++axis)
            extents[axis < first ? 0 : axis < last ? 1 : 2] *= shape[axis];
        Tensor storage;
        sequentialSums(castIfNeeded(arithmetic, x, carrierFormat(x.format()), storage), extents[0],
            extents[1], extents[2], isOfCarrier ? out : sums);
        if (!isOfCarrier)
            castOrCopy(arithmetic, sums, *node.format, out);
        return out.reshape(node.shape);
    }
    const Format& format
        = node.attributes.rounding == SumRounding::Once ? carrierFormat(*node.format) : *node.format;
    sums = Tensor(node.shape, format);
    forAligned(shape, node.shape, node.attributes.axes,
        [&](Index from, Index to) { sums.set(to, roundToFormat(format, sums.at(to) + x.at(from))); });
    castOrCopy(arithmetic, sums, *node.format, out);
}

void evaluateLargest(const Tensor& x, Tensor& out)
{
    Tensor maxima;
    columnMaxima(x, maxima);
    double largest = maxima.at(0);
    for (Index i = 1; i < maxima.size(); ++i)
        if (maxima.at(i) > largest || std::isnan(maxima.at(i)))
            largest = maxima.at(i);
    out.reset(Shape{}, x.format());
    out.set(0, largest);
}

RandomKey atStep(RandomKey key, std::uint64_t step)
{
    key.step += step;
    return key;
}

/// As layer/product.h rounds an operand. Zeros that are added for a transform add nothing to a sum over rows.
void evaluateQuantize(
    Arithmetic& arithmetic, const Node& node, const Tensor& x, std::uint64_t step, Tensor& out)
{
    const Quantization& to = *node.attributes.quantization;
    const RandomKey key = atStep(to.key, step);
    if (!to.block)
        return cast(arithmetic, x, *to.format, out, to.rounding, key);
    Tensor matrix;
    const bool isCarried = carrierOf(x.format()) == carrierOf(*node.format);
    castOrCopy(arithmetic, x, isCarried ? x.format() : *node.format, matrix);
    matrix.reshape(Shape{x.rows(), x.columns()});
    if (to.isTransformed) {
        Tensor padded;
        padRows(matrix, node.shape.elements() / node.shape.last(), padded);
        hadamard16(arithmetic, padded, to.axis, HadamardDirection::Forward, matrix);
    }
    Tensor scales;
    quantizeBlocks(
        arithmetic, matrix, *to.block, to.axis, out, scales, {to.rounding.mode, to.rounding.randomBits, key});
    out.reshape(node.shape);
}

void evaluateIntegers(Arithmetic& arithmetic, const Node& node, const Tensor& x, Tensor& out)
{
    const IntegerAttributes& integers = node.attributes.integers;
    Tensor other;
    IntegerCodes codes;
    if (integers.part == IntegerPart::RowCodes) {
        quantizeRows(arithmetic, x, out, other);
    } else if (integers.part == IntegerPart::RowScales) {
        quantizeRows(arithmetic, x, other, out);
    } else {
        if (integers.bits == 2)
            quantizeTernary(x, codes);
        else
            quantizeKernel(x, integers.bits, integers.blockSize, codes);
        if (integers.part == IntegerPart::Numbers)
            dequantizeKernel(codes, *node.format, out);
        else
            out.assign(integers.part == IntegerPart::Codes ? codes.codes : codes.scales);
    }
    out.reshape(node.shape);
}

} // namespace

GraphRun::GraphRun(Graph graph, LoweredTo to)
    : m_graph(std::move(graph))
    , m_launches{lower(m_graph, Pass::Forward, to), lower(m_graph, Pass::Loss, to),
          lower(m_graph, Pass::Backward, to), lower(m_graph, Pass::Update, to)}
    , m_tensors(m_graph.nodes().size())
    , m_values(m_graph.nodes().size())
    , m_isFixed(m_graph.nodes().size())
    , m_isComputed(m_graph.nodes().size())
{
    for (std::size_t i = 0; i < m_tensors.size(); ++i) {
        const Node& node = m_graph.nodes()[i];
        check(node.format != nullptr, "[GraphRun] every node has a dtype");
        m_values[i] = &m_tensors[i];
        const bool isMade = node.operation == Operation::Constant || node.operation == Operation::Iota
            || node.operation == Operation::Triangle;
        m_isFixed[i]
            = isMade || (!node.operands.empty() && std::ranges::all_of(node.operands, [&](ValueId operand) {
                  return m_isFixed[operand.index()];
              }) && std::ranges::none_of(m_graph.outputs(), [i](const Output& output) {
                  return output.value == ValueId(i);
              }));
        if (node.operation == Operation::Constant) {
            m_tensors[i].reset(node.shape, *node.format);
            m_tensors[i].fill(constantIn(*node.format, node.attributes.number));
        }
        if (node.operation == Operation::Iota || node.operation == Operation::Triangle) {
            const bool isIota = node.operation == Operation::Iota;
            const Index columns = node.shape.last();
            m_tensors[i].reset(node.shape, *node.format);
            for (Index k = 0; k < m_tensors[i].size(); ++k)
                m_tensors[i].set(k,
                    isIota ? roundToFormat(*node.format, static_cast<double>(k % columns))
                        : k % columns <= k / columns ? 1
                                                     : 0);
        }
    }
}

void GraphRun::give(ValueId leaf, const Tensor& tensor)
{
    const Node& node = m_graph[leaf];
    check(tensor.shape() == node.shape && tensor.format() == *node.format, "[GraphRun] what is given fits");
    m_values[leaf.index()] = &tensor;
}

void GraphRun::take(Arithmetic& arithmetic, ValueId value, Tensor& out)
{
    const Tensor*& from = m_values[value.index()];
    if (from == &m_tensors[value.index()])
        std::swap(m_tensors[value.index()], out);
    else
        out.assign(*from);
    if (arithmetic.watch() != nullptr)
        arithmetic.watch()->moved(arithmetic, *from, out, [](Index element) { return element; });
    from = &out;
}

void GraphRun::run(Arithmetic& arithmetic, Pass pass)
{
    std::vector<Launch> watched;
    if (isWatched(arithmetic))
        watched = lower(m_graph, pass, LoweredTo::Nodes);
    const std::vector<Launch>& planned = m_launches[static_cast<std::size_t>(pass)];
    for (const Launch& launch : isWatched(arithmetic) ? watched : planned)
        std::visit([&](const auto& what) { compute(arithmetic, what); }, launch);
}

void GraphRun::compute(Arithmetic& arithmetic, const NormalizationCall& call)
{
    m_normalizations[call.function].run(
        arithmetic, m_graph, call, [&](ValueId value) -> const Tensor& { return *m_values[value.index()]; },
        [&](ValueId value) -> Tensor& {
            m_values[value.index()] = &m_tensors[value.index()];
            return m_tensors[value.index()];
        });
}

void GraphRun::compute(Arithmetic& arithmetic, const Chain& chain)
{
    m_read.clear();
    m_written.clear();
    for (const ValueId input : chain.inputs)
        m_read.push_back(m_values[input.index()]);
    for (const ValueId result : chain.results) {
        Tensor& out = m_tensors[result.index()];
        m_values[result.index()] = &out;
        out.reset(m_graph[result].shape, *m_graph[result].format);
        m_written.push_back(&out);
    }
    elements(arithmetic, chain.program, m_read, chain.columns, m_written);
}

void GraphRun::compute(Arithmetic& arithmetic, ValueId value)
{
    const Node& node = m_graph[value];
    m_read.clear();
    for (const ValueId operand : node.operands)
        m_read.push_back(m_values[operand.index()]);
    const std::vector<const Tensor*>& operands = m_read;
    Tensor& out = m_tensors[value.index()];
    if (rowOf(node.operation).operands != 0)
        m_values[value.index()] = &out;
    if (m_isComputed[value.index()] && !isWatched(arithmetic))
        return;
    m_isComputed[value.index()] = m_isFixed[value.index()];
    switch (node.operation) {
    case Operation::Input:
    case Operation::Variable:
    case Operation::Constant:
    case Operation::Iota:
    case Operation::Triangle:
        return;
    case Operation::Cast:
        return cast(arithmetic, *operands[0], *node.format, out);
    case Operation::Broadcast:
        return broadcastTo(*operands[0], node.shape, out);
    case Operation::Reshape:
        unary(arithmetic, Unary::Copy, *operands[0], out);
        return out.reshape(node.shape);
    case Operation::Permute: {
        const auto& permutation = node.attributes.permutation;
        const std::vector<int> order(permutation.begin(), permutation.begin() + node.shape.rank());
        return permuteAxes(*operands[0], operands[0]->shape(), order, out);
    }
    case Operation::Sum:
        return evaluateSum(arithmetic, node, *operands[0], out);
    case Operation::Product:
        if (const SummedBy* by = node.attributes.summedBy.get())
            matmul(arithmetic, *operands[0], *operands[1], node.attributes.transpose, by->accumulator,
                *node.format, out, atStep(by->key, m_step));
        else
            matmul(arithmetic, *operands[0], *operands[1], node.attributes.transpose, *node.format, out);
        return out.reshape(node.shape);
    case Operation::Largest:
        return evaluateLargest(*operands[0], out);
    case Operation::Roll:
        out.reset(node.shape, *node.format);
        for (Index i = 0; i < out.size(); ++i)
            out.set(i, operands[0]->at((i + 1) % out.size()));
        return;
    case Operation::SetFirst:
        out.assign(*operands[0]);
        return out.set(0, operands[1]->at(0));
    case Operation::Quantize:
        return evaluateQuantize(arithmetic, node, *operands[0], m_step, out);
    case Operation::Integers:
        return evaluateIntegers(arithmetic, node, *operands[0], out);
    case Operation::Add:
        return binary(arithmetic, Binary::Add, *operands[0], *operands[1], out);
    case Operation::Subtract:
        return binary(arithmetic, Binary::Subtract, *operands[0], *operands[1], out);
    case Operation::Multiply:
        return binary(arithmetic, Binary::Multiply, *operands[0], *operands[1], out);
    case Operation::Divide:
        return binary(arithmetic, Binary::Divide, *operands[0], *operands[1], out);
    default:
        if (!rowOf(node.operation).element)
            return evaluateMove(arithmetic, node, operands, out);
    }
    out.reset(node.shape, *node.format);
    evaluateElements(arithmetic, node, operands, m_graph.owners()[node.owner.index()].path.empty(), out);
}

} // namespace ulpscope::graph
