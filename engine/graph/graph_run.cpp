// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/graph_run.h"

#include "engine/base/check.h"
#include "engine/dtype/rounding.h"
#include "engine/tensor/block_ops.h"
#include "engine/tensor/integer_kernel.h"
#include "engine/tensor/layout_ops.h"
#include "engine/tensor/scalar_ops.h"

#include <array>
#include <cmath>

namespace ulpscope::graph {

namespace {

/// In the carrier, as the kernels compute; isExact: in float64 whatever the dtype, as losses do (tensor/scalar_ops.h).
void evaluateElements(Arithmetic& arithmetic, const Node& node, std::span<const Tensor* const> operands,
    bool isExact, Tensor& out)
{
    const OperationRow& row = rowOf(node.operation);
    const std::string name(row.name);
    const bool isFloat = !isExact && carrierOf(out.format()) == Carrier::Float;
    std::array<float, 3> floats{};
    std::array<double, 3> doubles{};
    for (Index i = 0; i < out.size(); ++i) {
        for (std::size_t k = 0; k < operands.size(); ++k) {
            doubles[k] = operands[k]->at(i);
            floats[k] = static_cast<float>(doubles[k]);
        }
        const double exact = isFloat ? static_cast<double>(row.meaning.onFloats(floats.data()))
                                     : row.meaning.onDoubles(doubles.data());
        if (row.isExact)
            out.set(i, exact);
        else
            out.set(i, roundScalar(arithmetic, out.format(), exact, name.c_str(), {{"x", doubles[0]}}));
    }
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
        // The axes that go come first, and the others are one.
        std::vector<int> order;
        Shape columns;
        for (const bool goes : {true, false})
            for (int axis = 0; axis < shape.rank(); ++axis)
                if (((node.attributes.axes >> axis & 1) != 0) == goes) {
                    order.push_back(axis);
                    if (goes)
                        columns.append(shape[axis]);
                }
        columns.append(node.shape.elements());
        Tensor moved;
        permuteAxes(x, shape, order, moved);
        moved.reshape(columns);
        columnSums(arithmetic, moved, out, node.attributes.rounding);
        out.reshape(node.shape);
        return;
    }
    const Format& format
        = node.attributes.rounding == SumRounding::Once ? carrierFormat(*node.format) : *node.format;
    Tensor sums(node.shape, format);
    forAligned(shape, node.shape, node.attributes.axes,
        [&](Index from, Index to) { sums.set(to, roundToFormat(format, sums.at(to) + x.at(from))); });
    castOrCopy(arithmetic, sums, *node.format, out);
}

void evaluateLargest(const Tensor& x, Tensor& out)
{
    double largest = x.at(0);
    for (Index i = 1; i < x.size(); ++i)
        if (x.at(i) > largest || std::isnan(x.at(i)))
            largest = x.at(i);
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

double constantIn(const Format& format, double number)
{
    const double carried
        = carrierOf(format) == Carrier::Float ? static_cast<double>(static_cast<float>(number)) : number;
    return roundToFormat(format, carried);
}

GraphRun::GraphRun(Graph graph)
    : m_graph(std::move(graph))
    , m_tensors(m_graph.nodes().size())
    , m_values(m_graph.nodes().size())
{
    for (std::size_t i = 0; i < m_tensors.size(); ++i) {
        const Node& node = m_graph.nodes()[i];
        check(node.format != nullptr, "[GraphRun] every node has a dtype");
        m_values[i] = &m_tensors[i];
        if (node.operation == Operation::Constant) {
            m_tensors[i].reset(node.shape, *node.format);
            m_tensors[i].fill(constantIn(*node.format, node.attributes.number));
        }
    }
}

void GraphRun::give(ValueId leaf, const Tensor& tensor)
{
    const Node& node = m_graph[leaf];
    check(tensor.shape() == node.shape && tensor.format() == *node.format, "[GraphRun] what is given fits");
    m_values[leaf.index()] = &tensor;
}

void GraphRun::run(Arithmetic& arithmetic, Pass pass)
{
    for (std::size_t i = 0; i < m_tensors.size(); ++i)
        if (m_graph.nodes()[i].pass == pass)
            compute(arithmetic, i);
}

void GraphRun::compute(Arithmetic& arithmetic, std::size_t index)
{
    const Node& node = m_graph.nodes()[index];
    std::vector<const Tensor*> operands;
    for (const ValueId operand : node.operands)
        operands.push_back(m_values[operand.index()]);
    Tensor& out = m_tensors[index];
    switch (node.operation) {
    case Operation::Input:
    case Operation::Variable:
    case Operation::Constant:
        return;
    case Operation::Cast:
        return cast(arithmetic, *operands[0], *node.format, out);
    case Operation::Broadcast:
        out.reset(node.shape, *node.format);
        return forAligned(node.shape, operands[0]->shape(), 0,
            [&](Index to, Index from) { out.set(to, operands[0]->at(from)); });
    case Operation::Reshape:
        out.assign(*operands[0]);
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
    case Operation::Copy:
    case Operation::Negate:
    case Operation::Absolute:
    case Operation::Sign:
    case Operation::Exp:
    case Operation::Expm1:
    case Operation::Log:
    case Operation::Log1p:
    case Operation::Tanh:
    case Operation::Erfc:
    case Operation::Sqrt:
    case Operation::Rsqrt:
    case Operation::Maximum:
    case Operation::Minimum:
    case Operation::Greater:
    case Operation::GreaterOrEqual:
    case Operation::Equal:
    case Operation::Select:
    case Operation::MultiplyAdd:
        break;
    }
    out.reset(node.shape, *node.format);
    evaluateElements(arithmetic, node, operands, m_graph.owners()[node.owner.index()].path.empty(), out);
}

} // namespace ulpscope::graph
