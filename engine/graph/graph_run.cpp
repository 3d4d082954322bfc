// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/graph_run.h"

#include "engine/base/check.h"
#include "engine/base/message.h"
#include "engine/dtype/rounding.h"
#include "engine/graph/evaluate.h"
#include "engine/graph/passes/broadcast_division.h"
#include "engine/graph/passes/kernel_products.h"
#include "engine/tensor/block_ops.h"
#include "engine/tensor/cuda_sums.h"
#include "engine/tensor/integer_kernel.h"
#include "engine/tensor/layout_ops.h"
#include "engine/tensor/nonfinite_watch.h"
#include "engine/tensor/scalar_ops.h"
#include "engine/tensor/window_ops.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace ulpscope::graph {

namespace {

/// Numbers that a near cache holds beside a kernel.
constexpr Index kUnfoldedAtOnce = Index{1} << 17;

/// What a birth of a value that is not finite calls an operation.
const char* toldAs(const OperationRow& row)
{
    switch (row.operation) {
    case Operation::Cast:
        return translated("rounding");
    case Operation::Add:
        return translated("addition");
    case Operation::Subtract:
        return translated("subtraction");
    case Operation::Multiply:
        return translated("multiplication");
    case Operation::Divide:
        return translated("division");
    case Operation::Exp:
        return translated("exponential");
    case Operation::Log:
        return translated("logarithm");
    case Operation::Log1p:
        return translated("logarithm of 1 +");
    default:
        return row.name.data(); // a literal
    }
}

/// One operation, or a cast, in float64 whatever the dtype (tensor/scalar_ops.h).
void evaluateInDouble(
    Arithmetic& arithmetic, const Node& node, std::span<const Tensor* const> operands, Tensor& out)
{
    const OperationRow& row = rowOf(node.operation);
    const bool isCast = node.operation == Operation::Cast;
    const char* const name = toldAs(row);
    out.reset(node.shape, *node.format);
    withMeaning(isCast ? ElementOperation::Copy : *row.element, [&](auto meaning) {
        std::array<double, 3> x{};
        for (Index i = 0; i < out.size(); ++i) {
            for (std::size_t k = 0; k < operands.size(); ++k)
                x[k] = operands[k]->at(i);
            const double result = meaning(x.data());
            if (!isCast && isExact(*row.element))
                out.set(i, result);
            else if (operands.size() == 1)
                out.set(i, roundScalar(arithmetic, out.format(), result, name, {{"value", x[0]}}));
            else
                out.set(i,
                    roundScalar(arithmetic, out.format(), result, name,
                        {{"left operand", x[0]}, {"right operand", x[1]}}));
        }
    });
}

/// Tells a watch of an operation on elements.
void tellElements(
    Arithmetic& arithmetic, const Node& node, std::span<const Tensor* const> operands, const Tensor& out)
{
    const char* const name = toldAs(rowOf(node.operation));
    if (operands.size() == 1)
        return watchElements(arithmetic, name, out, {{"value", operands[0]}});
    if (operands.size() == 2)
        return watchElements(
            arithmetic, name, out, {{"left operand", operands[0]}, {"right operand", operands[1]}});
    const bool isSelection = node.operation == Operation::Select;
    watchElements(arithmetic, name, out,
        {{isSelection ? "condition" : "first operand", operands[0], nullptr, isSelection},
            {"left operand", operands[1]}, {"right operand", operands[2]}});
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

void evaluateSum(
    Arithmetic& arithmetic, const Node& node, const Tensor& x, std::span<Tensor, 4> storage, Tensor& out)
{
    const Shape& shape = x.shape();
    if (node.attributes.sumOrder == SumOrder::Windows) {
        columnSums(arithmetic, withAxesFirst(node, x, storage[0]), out, node.attributes.rounding);
        out.reshape(node.shape);
        return;
    }
    if (node.attributes.sumOrder == SumOrder::Cuda) {
        if (node.shape.elements() == 1)
            cudaSum(arithmetic, x, out);
        else
            cudaColumnSums(arithmetic, withAxesFirst(node, x, storage[0]), out);
        return out.reshape(node.shape);
    }
    if (node.attributes.sumOrder == SumOrder::Blocks)
        return evaluateBlockSums(node, x, out);
    if (node.attributes.sumOrder != SumOrder::Sequential)
        return evaluateWarpSums(node, x, out);
    const std::uint8_t axes = node.attributes.axes;
    const int first = std::countr_zero(axes);
    const int last = std::bit_width(axes);
    Tensor& sums = storage[1];
    const bool isOneRun = axes != 0 && last - first == std::popcount(axes);
    const bool isOfCarrier = *node.format == carrierFormat(*node.format) && x.format() == *node.format;
    const bool isWide = node.attributes.rounding == SumRounding::Once && !isWatched(arithmetic)
        && carrierOf(x.format()) == carrierOf(*node.format);
    if (isOneRun && !isWatched(arithmetic) && (isOfCarrier || isWide)) {
        std::array<Index, 3> extents{1, 1, 1};
        for (int axis = 0; axis < shape.rank(); ++axis)
            extents[axis < first ? 0 : axis < last ? 1 : 2] *= shape[axis];
        sequentialSums(castIfNeeded(arithmetic, x, carrierFormat(x.format()), storage[0]), extents[0],
            extents[1], extents[2], isOfCarrier ? out : sums);
        if (!isOfCarrier)
            castOrCopy(arithmetic, sums, *node.format, out);
        return out.reshape(node.shape);
    }
    const Format& format
        = node.attributes.rounding == SumRounding::Once ? carrierFormat(*node.format) : *node.format;
    sums = Tensor(node.shape, format);
    forAligned(shape, node.shape, node.attributes.axes, [&](Index from, Index to) {
        const double sum = sums.at(to) + x.at(from);
        sums.set(to,
            !isWatched(arithmetic) ? roundToFormat(format, sum)
                                   : roundScalar(arithmetic, format, sum, toldAs(rowOf(Operation::Add)),
                                       {{"left operand", sums.at(to)}, {"right operand", x.at(from)}}));
    });
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

/// Zeros that are added for a transform add nothing to a sum over rows.
void evaluateQuantize(Arithmetic& arithmetic, const Node& node, const Tensor& x, std::uint64_t step,
    Tensor& out, TensorScale& scale, std::span<Tensor, 4> storage)
{
    const Quantization& to = *node.attributes.quantization;
    const RandomKey key = atStep(to.key, step);
    if (!to.block)
        return cast(arithmetic, x, *to.format, out, to.rounding, key);
    Tensor& matrix = storage[0];
    const Tensor* source = &x;
    const bool isCarried = carrierOf(x.format()) == carrierOf(*node.format);
    if (!isCarried || x.shape().rank() != 2) {
        castOrCopy(arithmetic, x, isCarried ? x.format() : *node.format, matrix);
        matrix.reshape(Shape{x.rows(), x.columns()});
        source = &matrix;
    }
    if (to.isTransformed) {
        Tensor& padded = storage[1];
        const Index rows = node.shape.elements() / node.shape.last();
        if (rows != source->rows()) {
            padRows(*source, rows, padded);
            source = &padded;
        }
        hadamard16(arithmetic, *source, to.axis, HadamardDirection::Forward, storage[2]);
        source = &storage[2];
    }
    quantizeBlocks(arithmetic, *source, *to.block, to.axis, out, storage[3],
        {to.rounding.mode, to.rounding.randomBits, key}, &scale);
    out.reshape(node.shape);
}

/// Tells whether a node casts the scale of a float8 operand.
bool isScale(const Graph& graph, const Node& node)
{
    return node.shape.rank() == 0 && node.group
        && graph.groups()[node.group->index()].name == kQuantizeDequantize;
}

/// Tells whether a softmax is one of the last axis.
bool isAlongRows(const Graph& graph, GroupId softmax)
{
    return std::ranges::any_of(graph.nodes(), [&](const Node& node) {
        return node.operation == Operation::ReduceMax && graph.functionOf(node) == softmax
            && node.attributes.axes == 1U << (graph[node.operands[0]].shape.rank() - 1);
    });
}

/// The softmax, or its gradient, that a value is part of: it is told of as one operation.
const Group* softmaxAround(const Graph& graph, ValueId value)
{
    const std::optional<GroupId> group = graph.functionOf(graph[value]);
    return group && !graph.isInDouble(graph[value])
            && graph.groups()[group->index()].name.starts_with("softmax")
        ? &graph.groups()[group->index()]
        : nullptr;
}

/// Whether the right operand is one row, such as a bias, for each of the left one's.
bool addsRow(const Graph& graph, const Node& node)
{
    const Node& right = graph[node.operands[1]];
    return right.operation == Operation::Broadcast && node.shape.rank() > 0
        && graph[right.operands[0]].shape.elements() == node.shape.last()
        && graph[right.operands[0]].shape.rank() > 0
        && graph[right.operands[0]].shape.last() == node.shape.last();
}

std::size_t bytesOf(const Node& node)
{
    const std::size_t each = carrierOf(*node.format) == Carrier::Float ? sizeof(float) : sizeof(double);
    return static_cast<std::size_t>(node.shape.elements()) * each;
}

/// Whether a watch is told where elements went.
bool isTold(Operation operation)
{
    return (isMove(operation) && operation != Operation::Unfold) || operation == Operation::Concatenate
        || operation == Operation::Pad || operation == Operation::Copy;
}

/// Where the elements of operand `of` lie after a move, which is done with their numbers; -1: nowhere.
std::vector<Index> placesAfter(
    const Arithmetic& arithmetic, Node node, std::span<const Tensor* const> operands, std::size_t of)
{
    node.format = &float64Format();
    std::vector<Tensor> numbers;
    std::vector<const Tensor*> read;
    for (std::size_t k = 0; k < operands.size(); ++k) {
        numbers.emplace_back(operands[k]->shape(), float64Format());
        for (Index i = 0; i < numbers.back().size(); ++i)
            numbers.back().set(i, k == of ? static_cast<double>(i + 1) : 0);
    }
    for (const Tensor& tensor : numbers)
        read.push_back(&tensor);
    Arithmetic apart = arithmetic;
    apart.setWatch(nullptr);
    Tensor moved;
    Tensor storage;
    if (node.operation == Operation::Reshape || node.operation == Operation::Copy) {
        moved.assign(numbers[0]);
    } else if (node.operation == Operation::Permute) {
        const auto& permutation = node.attributes.permutation;
        std::array<int, Shape::kMaxRank> order{};
        std::ranges::copy(permutation, order.begin());
        const auto axes = std::span(order).first(static_cast<std::size_t>(node.shape.rank()));
        permuteAxes(numbers[0], numbers[0].shape(), axes, moved);
    } else {
        evaluateMove(apart, node, read, storage, moved);
    }
    std::vector<Index> places(static_cast<std::size_t>(numbers[of].size()), -1);
    for (Index i = 0; i < moved.size(); ++i)
        if (const auto number = static_cast<std::size_t>(moved.at(i)); number != 0)
            places[number - 1] = i;
    return places;
}

} // namespace

GraphRun::GraphRun(Graph graph, LoweredTo to)
    : m_graph(std::move(graph))
    , m_tensors(m_graph.nodes().size())
    , m_values(m_graph.nodes().size())
    , m_isCastInProduct(castsInProducts(m_graph))
    , m_isUnfoldedInProduct(m_graph.nodes().size())
    , m_views(m_graph.nodes().size())
    , m_isView(m_graph.nodes().size())
    , m_isTaken(m_graph.nodes().size())
    , m_uses(m_graph.nodes().size())
    , m_isFixed(m_graph.nodes().size())
    , m_isComputed(m_graph.nodes().size())
{
    for (const Node& node : m_graph.nodes())
        for (const ValueId operand : node.operands)
            ++m_uses[operand.index()];
    for (const Output& output : m_graph.outputs())
        ++m_uses[output.value.index()];
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
    findViews();
    findUnfolded();
    schedule(to);
}

void GraphRun::findUnfolded()
{
    for (const Node& node : m_graph.nodes()) {
        if (node.operation != Operation::Product || node.attributes.summedBy != nullptr
            || node.attributes.transpose == Transpose::A)
            continue;
        const ValueId left = node.operands[0];
        const bool countsCast = node.pass == Pass::Forward && m_isCastInProduct[node.operands[1].index()];
        m_isUnfoldedInProduct[left.index()] = m_graph[left].operation == Operation::Unfold
            && m_uses[left.index()] == 1 && m_graph[left].pass == node.pass && !countsCast
            && m_graph[left].shape.elements() > kUnfoldedAtOnce;
    }
}

/// A reshape of what is given needs no copy, unless it leaves the graph or what is given changes on the way.
void GraphRun::findViews()
{
    const auto isMade = [&](ValueId value) { return rowOf(m_graph[value].operation).operands != 0; };
    for (const Output& output : m_graph.outputs()) {
        m_isTaken[output.value.index()] = true;
        for (ValueId value = output.value; takesOperand(value);) {
            value = m_graph[value].operands[0];
            m_isTaken[value.index()] = true;
        }
    }
    for (std::size_t i = 0; i < m_isView.size(); ++i) {
        const Node& node = m_graph.nodes()[i];
        if (node.operation != Operation::Reshape || isMade(node.operands[0]) || m_isTaken[i])
            continue;
        const Operation of = m_graph[node.operands[0]].operation;
        const bool isChanged = std::ranges::any_of(m_graph.outputs(), [&](const Output& output) {
            return output.name == "next" && output.variable == node.operands[0];
        });
        const bool isTakenOn = std::ranges::any_of(m_graph.nodes(), [&](const Node& reader) {
            return reader.operation == Operation::Reshape && reader.operands[0] == ValueId(i);
        });
        if ((of != Operation::Input && of != Operation::Variable) || isChanged || isTakenOn)
            continue;
        m_isView[i] = true;
        m_views[node.operands[0].index()].emplace_back(i);
    }
}

/// What each launch makes and is the last to read, in the order of the passes.
void GraphRun::schedule(LoweredTo to)
{
    constexpr Index kFewElements = 4096; // whose storage costs less than looking for another
    std::vector<bool> isPassing(m_graph.nodes().size());
    for (std::size_t i = 0; i < isPassing.size(); ++i) {
        const Node& node = m_graph.nodes()[i];
        isPassing[i] = rowOf(node.operation).operands != 0 && !m_isFixed[i]
            && node.operation != Operation::Integers && node.shape.elements() > kFewElements && !m_isView[i]
            && !m_isUnfoldedInProduct[i];
    }
    for (const Output& output : m_graph.outputs())
        isPassing[output.value.index()] = false;
    const auto isLent = [&](ValueId value) {
        const Operation operation = m_graph[value].operation;
        return isPassing[value.index()]
            || (m_isTaken[value.index()] && rowOf(operation).operands != 0
                && operation != Operation::Integers);
    };
    std::map<ValueId, std::pair<Pass, Scheduled*>> lastReader;
    for (const Pass pass : {Pass::Forward, Pass::Loss, Pass::Backward, Pass::Update}) {
        std::vector<Scheduled>& scheduled = m_launches[static_cast<std::size_t>(pass)];
        for (Launch& launch : lower(m_graph, pass, to))
            scheduled.push_back({std::move(launch), {}, {}});
        for (Scheduled& each : scheduled) {
            const auto reads = [&](ValueId value) {
                if (m_isCastInProduct[value.index()] || m_isUnfoldedInProduct[value.index()])
                    value = m_graph[value].operands[0];
                if (isPassing[value.index()])
                    lastReader[value] = {pass, &each};
            };
            const auto makes = [&](ValueId value) {
                if (isPassing[value.index()])
                    lastReader[value] = {pass, &each}; // until another reads it
                if (isLent(value) && !takesOperand(value))
                    each.made.push_back(value);
            };
            if (const Chain* chain = std::get_if<Chain>(&each.launch)) {
                std::ranges::for_each(chain->results, makes);
                std::ranges::for_each(chain->inputs, reads);
            } else if (const NormalizationCall* call = std::get_if<NormalizationCall>(&each.launch)) {
                std::ranges::for_each(call->results(), makes);
                std::ranges::for_each(call->inputs(), reads);
            } else {
                const ValueId value = std::get<ValueId>(each.launch);
                makes(value);
                std::ranges::for_each(m_graph[value].operands, reads);
            }
        }
    }
    for (const auto& [value, last] : lastReader) {
        last.second->read.push_back(value);
        if (m_graph[value].pass == Pass::Forward && last.first == Pass::Backward)
            m_kept.push_back(value);
    }
}

std::size_t GraphRun::keptBytes() const
{
    std::size_t bytes = 0;
    for (const ValueId value : m_kept)
        bytes += bytesOf(m_graph[value]);
    return bytes;
}

void GraphRun::giveUpKept(TensorPool& pool)
{
    for (const ValueId value : m_kept)
        pool.takeBack(m_tensors[value.index()]);
}

void GraphRun::give(ValueId leaf, const Tensor& tensor)
{
    const Node& node = m_graph[leaf];
    check(tensor.shape() == node.shape && tensor.format() == *node.format, "[GraphRun] what is given fits");
    m_values[leaf.index()] = &tensor;
    for (const ValueId view : m_views[leaf.index()])
        m_tensors[view.index()].view(tensor, m_graph[view].shape);
}

void GraphRun::take(Arithmetic& arithmetic, ValueId value, Tensor& out, TensorPool* pool)
{
    const Tensor*& from = m_values[value.index()];
    if (from == &m_tensors[value.index()] && arithmetic.watch() == nullptr) {
        std::swap(m_tensors[value.index()], out);
    } else { // a watch looks at both
        if (pool != nullptr)
            pool->lend(out, bytesOf(m_graph[value]), Lending::ForGood);
        out.assign(*from);
    }
    if (arithmetic.watch() != nullptr)
        arithmetic.watch()->moved(arithmetic, *from, out, [](Index element) { return element; });
    from = &out;
    if (pool != nullptr)
        pool->takeBack(m_tensors[value.index()]); // what `out` had before
}

void GraphRun::run(Arithmetic& arithmetic, Pass pass, TensorPool* pool)
{
    m_storage = pool != nullptr ? std::span(pool->scratch()) : std::span(m_own);
    if (isWatched(arithmetic))
        return runWatched(arithmetic, pass);
    for (const Scheduled& scheduled : m_launches[static_cast<std::size_t>(pass)]) {
        if (pool != nullptr)
            for (const ValueId value : scheduled.made)
                pool->lend(m_tensors[value.index()], bytesOf(m_graph[value]),
                    m_isTaken[value.index()] ? Lending::ForGood : Lending::ForAWhile);
        std::visit([&](const auto& what) { compute(arithmetic, what); }, scheduled.launch);
        if (pool != nullptr)
            for (const ValueId value : scheduled.read)
                pool->takeBack(m_tensors[value.index()]);
    }
}

void GraphRun::runWatched(Arithmetic& arithmetic, Pass pass)
{
    if (m_functions.empty())
        m_functions = functionLoops(m_graph);
    std::map<ValueId, const FunctionLoop*> functionAt;
    for (const FunctionLoop& function : m_functions)
        for (const ValueId node : function.nodes)
            functionAt[node] = &function;
    for (const Launch& launch : lower(m_graph, pass, LoweredTo::Nodes)) {
        if (const NormalizationCall* call = std::get_if<NormalizationCall>(&launch)) {
            compute(arithmetic, *call);
            continue;
        }
        const ValueId value = std::get<ValueId>(launch);
        const auto found = functionAt.find(value);
        if (found == functionAt.end()) {
            if (const Group* softmax = softmaxAround(m_graph, value))
                computeWithin(arithmetic, value, *softmax);
            else
                compute(arithmetic, value);
            continue;
        }
        const FunctionLoop& function = *found->second;
        if (function.nodes.back() != value)
            continue;
        compute(arithmetic, function.chain);
        if (!isWatched(arithmetic))
            continue;
        const auto operand = [&](std::size_t k) { return m_values[function.operands[k].index()]; };
        const Tensor& out = m_tensors[value.index()];
        if (pass == Pass::Backward && function.operands.size() == 3)
            watchElements(arithmetic, translated("gradient of the activation"), out,
                {{"input", operand(0), nullptr, true}, {"output gradient", operand(2)}});
        else
            watchElements(arithmetic, translated("activation"), out, {{"value", operand(0)}});
    }
}

void GraphRun::computeWithin(Arithmetic& arithmetic, ValueId value, const Group& softmax)
{
    NonFiniteWatch* const watch = arithmetic.watch();
    arithmetic.setWatch(nullptr);
    compute(arithmetic, value);
    arithmetic.setWatch(watch);
    if (softmax.result != value || !isWatched(arithmetic))
        return;
    const auto operand = [&](std::size_t k) { return m_values[softmax.operands[k].index()]; };
    const Tensor& out = m_tensors[value.index()];
    if (softmax.operands.size() == 3)
        watchElements(arithmetic, translated("gradient of the softmax"), out,
            {{"input", operand(0), nullptr, true}, {"output gradient", operand(2)}});
    else if (traceOf(arithmetic) != nullptr || !isAlongRows(m_graph, *m_graph.functionOf(m_graph[value])))
        watchElements(arithmetic, translated("softmax"), out, {{"value", operand(0)}});
    else
        watchLines(arithmetic, translated("softmax"), *operand(0), out, false);
}

/// As binary() does, but told of as an addition of a row.
void GraphRun::addRowTo(Arithmetic& arithmetic, ValueId value)
{
    const Node& node = m_graph[value];
    const Tensor& left = *m_values[node.operands[0].index()];
    const Tensor& row = *m_values[m_graph[node.operands[1]].operands[0].index()];
    Tensor& out = m_tensors[value.index()];
    out.assign(left);
    arithmetic.watch()->moved(arithmetic, left, out, [](Index element) { return element; });
    addRow(arithmetic, out, row);
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

const TensorScale* GraphRun::scaleOf(ValueId quantized) const
{
    const auto found = m_scales.find(quantized);
    return found == m_scales.end() ? nullptr : &found->second;
}

bool GraphRun::takesOperand(ValueId value) const
{
    const Node& node = m_graph[value];
    return node.operation == Operation::Reshape && m_uses[node.operands[0].index()] == 1
        && rowOf(m_graph[node.operands[0]].operation).operands != 0;
}

void GraphRun::reshape(Arithmetic& arithmetic, ValueId value)
{
    const ValueId operand = m_graph[value].operands[0];
    Tensor& from = m_tensors[operand.index()];
    Tensor& out = m_tensors[value.index()];
    if (m_isView[value.index()] && arithmetic.watch() == nullptr)
        return out.view(
            *m_values[operand.index()], m_graph[value].shape); // of what may have changed since it was given
    if (takesOperand(value) && m_values[operand.index()] == &from && arithmetic.watch() == nullptr)
        std::swap(from, out);
    else
        out.assign(*m_values[operand.index()]);
    out.reshape(m_graph[value].shape);
}

bool GraphRun::dividesByScale(Arithmetic& arithmetic, ValueId value)
{
    const Node& node = m_graph[value];
    if (!isWatched(arithmetic) || node.addedBy != kBroadcastDivision)
        return false;
    const Node& broadcast = m_graph[node.operands[1]];
    if (broadcast.operation != Operation::Broadcast)
        return false;
    const Node& reciprocal = m_graph[broadcast.operands[0]];
    if (!isReciprocalOfScale(reciprocal))
        return false;
    const ValueId divisor = reciprocal.operands[1];
    const ValueId scale
        = m_graph[divisor].operation == Operation::Cast ? m_graph[divisor].operands[0] : divisor;
    if (m_graph[scale].operation != Operation::Variable)
        return false;
    Tensor& out = m_tensors[value.index()];
    const Tensor& divided = *m_values[node.operands[0].index()];
    castOrCopy(arithmetic, divided, divided.format(), out);
    divideByScale(arithmetic, out, static_cast<float>(m_values[scale.index()]->at(0)));
    return true;
}

void GraphRun::multiply(Arithmetic& arithmetic, ValueId value)
{
    const Node& node = m_graph[value];
    if (m_isUnfoldedInProduct[node.operands[0].index()] && !isWatched(arithmetic))
        multiplyUnfolded(arithmetic, value);
    else
        multiply(arithmetic, value, *m_values[node.operands[0].index()], m_tensors[value.index()]);
    m_tensors[value.index()].reshape(node.shape);
}

void GraphRun::multiply(Arithmetic& arithmetic, ValueId value, const Tensor& left, Tensor& out)
{
    const Node& node = m_graph[value];
    const ValueId cast = node.operands[1];
    const Transpose transpose = node.attributes.transpose;
    if (m_isCastInProduct[cast.index()] && !isWatched(arithmetic))
        matmulCasting(arithmetic, left, *m_values[m_graph[cast].operands[0].index()], transpose,
            node.pass == Pass::Forward, out);
    else if (const SummedBy* by = node.attributes.summedBy.get())
        matmul(arithmetic, left, *m_values[cast.index()], transpose, by->accumulator, *node.format, out,
            atStep(by->key, m_step));
    else
        matmul(arithmetic, left, *m_values[cast.index()], transpose, *node.format, out);
}

/// Some images at a time: each row of the product is of one image.
void GraphRun::multiplyUnfolded(Arithmetic& arithmetic, ValueId value)
{
    const Node& node = m_graph[value];
    const Node& unfolded = m_graph[node.operands[0]];
    const Tensor& images = *m_values[unfolded.operands[0].index()];
    Window2D window = unfolded.attributes.window;
    const Index all = std::exchange(window.batch, 1);
    const Index size = window.height * window.width * window.channels;
    const Index rows = window.outputs();
    const Index most = std::max<Index>(1, kUnfoldedAtOnce / (rows * unfolded.shape.last()));
    Tensor& out = m_tensors[value.index()];
    out.reset(Shape{all * rows, node.shape.elements() / (all * rows)}, *node.format);
    Tensor some;
    for (Index first = 0; first < all; first += most) {
        window.batch = std::min(most, all - first);
        some.view(images, Shape{window.batch, window.height, window.width, window.channels}, first * size);
        unfold(arithmetic, some, window, 0, window.channels, m_storage[0]);
        multiply(arithmetic, value, m_storage[0], m_storage[1]);
        placePiece(m_storage[1], out, first * rows * out.shape().last());
    }
}

void GraphRun::quantizeIntegers(Arithmetic& arithmetic, ValueId value)
{
    const Node& node = m_graph[value];
    const IntegerAttributes& integers = node.attributes.integers;
    const Tensor& x = *m_values[node.operands[0].index()];
    Tensor& out = m_tensors[value.index()];
    Tensor other;
    if (integers.part == IntegerPart::RowCodes) {
        quantizeRows(arithmetic, x, out, other);
    } else if (integers.part == IntegerPart::RowScales) {
        quantizeRows(arithmetic, x, other, out);
    } else {
        Tensor& before = m_quantizedFrom[value];
        if (identical(x, before)) // but weights can be put in
            return;
        before.assign(x);
        IntegerCodes codes;
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

void GraphRun::compute(Arithmetic& arithmetic, ValueId value)
{
    evaluate(arithmetic, value);
    if (arithmetic.watch() == nullptr)
        return;
    const Tensor& out = m_tensors[value.index()];
    if (arithmetic.watch()->trace() == nullptr) // a birth has the shape in which the operation wrote
        arithmetic.watch()->moved(arithmetic, out, out, [](Index element) { return element; });
    if (isTold(m_graph[value].operation))
        tellMoved(arithmetic, value);
}

void GraphRun::tellMoved(const Arithmetic& arithmetic, ValueId value)
{
    const Node& node = m_graph[value];
    for (std::size_t k = 0; k < node.operands.size(); ++k) {
        const Tensor& from = *m_values[node.operands[k].index()];
        const bool isLeaf = rowOf(m_graph[node.operands[k]].operation).operands == 0;
        if (isLeaf && arithmetic.watch()->trace() == nullptr)
            continue; // another layer's, where a birth stays
        std::vector<Index> places; // of each element; found when it is first asked for
        arithmetic.watch()->moved(arithmetic, from, m_tensors[value.index()], [&](Index element) {
            if (places.empty())
                places = placesAfter(arithmetic, node, operandsOf(node), k);
            return places[static_cast<std::size_t>(element)];
        });
    }
}

std::vector<const Tensor*> GraphRun::operandsOf(const Node& node) const
{
    std::vector<const Tensor*> operands;
    for (const ValueId operand : node.operands)
        operands.push_back(m_values[operand.index()]);
    return operands;
}

void GraphRun::evaluate(Arithmetic& arithmetic, ValueId value)
{
    const Node& node = m_graph[value];
    m_read.clear();
    for (const ValueId operand : node.operands)
        m_read.push_back(m_values[operand.index()]);
    const std::vector<const Tensor*>& operands = m_read;
    Tensor& out = m_tensors[value.index()];
    if (rowOf(node.operation).operands != 0)
        m_values[value.index()] = &out;
    const bool isInDouble = m_graph.isInDouble(node);
    if (isInDouble && (rowOf(node.operation).element || node.operation == Operation::Cast))
        return evaluateInDouble(arithmetic, node, operands, out);
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
        if (isScale(m_graph, node)) { // a number of the step, which is none of the tensor's
            Arithmetic apart = arithmetic;
            apart.setWatch(nullptr);
            return cast(apart, *operands[0], *node.format, out);
        }
        return cast(arithmetic, *operands[0], *node.format, out);
    case Operation::Broadcast:
        return broadcastTo(*operands[0], node.shape, out);
    case Operation::Copy:
        return out.assign(*operands[0]);
    case Operation::Reshape:
        return reshape(arithmetic, value);
    case Operation::Permute: {
        const auto& permutation = node.attributes.permutation;
        std::array<int, Shape::kMaxRank> order{};
        std::ranges::copy(permutation, order.begin());
        const auto axes = std::span(order).first(static_cast<std::size_t>(node.shape.rank()));
        return permuteAxes(*operands[0], operands[0]->shape(), axes, out);
    }
    case Operation::Sum:
        return evaluateSum(arithmetic, node, *operands[0], m_storage, out);
    case Operation::Product:
        return multiply(arithmetic, value);
    case Operation::Unfold:
        if (!m_isUnfoldedInProduct[value.index()] || isWatched(arithmetic))
            evaluateMove(arithmetic, node, operands, m_storage[0], out);
        return; // else with the product
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
        return evaluateQuantize(arithmetic, node, *operands[0], m_step, out, m_scales[value], m_storage);
    case Operation::Integers:
        return quantizeIntegers(arithmetic, value);
    case Operation::Add:
        if (isWatched(arithmetic) && addsRow(m_graph, node))
            return addRowTo(arithmetic, value);
        return binary(arithmetic, Binary::Add, *operands[0], *operands[1], out);
    case Operation::Subtract:
        return binary(arithmetic, Binary::Subtract, *operands[0], *operands[1], out);
    case Operation::Multiply:
        if (dividesByScale(arithmetic, value))
            return;
        return binary(arithmetic, Binary::Multiply, *operands[0], *operands[1], out);
    case Operation::Divide:
        if (isReciprocalOfScale(node)) {
            Arithmetic apart = arithmetic; // dividesByScale() tells of it, and counts it
            apart.setWatch(nullptr);
            out.reset(node.shape, *node.format);
            return out.set(0,
                ScalarOps(isWatched(arithmetic) ? apart : arithmetic, *node.format)
                    .divide(1, operands[1]->at(0)));
        }
        return binary(arithmetic, Binary::Divide, *operands[0], *operands[1], out);
    default:
        if (!rowOf(node.operation).element)
            return evaluateMove(arithmetic, node, operands, m_storage[0], out);
    }
    const std::optional<Chain> loop = loopOf(m_graph, value);
    if (!loop) // operands of two carriers
        return evaluateInDouble(arithmetic, node, operands, out);
    compute(arithmetic, *loop); // which counts as the chain does that the operation is a part of
    if (isWatched(arithmetic))
        tellElements(arithmetic, node, operandsOf(node), out);
}

} // namespace ulpscope::graph
