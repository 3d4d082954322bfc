// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/gradient.h"

#include "engine/base/catalog.h"
#include "engine/base/check.h"
#include "engine/tensor/window_ops.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numbers>

namespace ulpscope::graph {

namespace {

/// One operation whose result has a gradient.
struct Transposed
{
    std::vector<Value> operands;
    Value result;
    Value gradient;
    std::function<void(std::size_t operand, const std::function<Value()>& value)> give;
};

using Rule = void (*)(const Transposed& at);

void noGradient(const Transposed&) { }

/// Rule of an operation that has one operand.
template <Value (*kRule)(const Value& x, const Value& y, const Value& g)>
void ofOne(const Transposed& at)
{
    at.give(0, [&] { return kRule(at.operands[0], at.result, at.gradient); });
}

Value ofTanh(const Value&, const Value& y, const Value& g)
{
    const Value part = g * (1 - y);
    return part + part * y;
}

Value ofErf(const Value& x, const Value&, const Value& g)
{
    const Value scaled = (2 * std::numbers::inv_sqrtpi) * g;
    return scaled * exp(-(x * x));
}

Value ofErfc(const Value& x, const Value&, const Value& g)
{
    const Value scaled = (-2 * std::numbers::inv_sqrtpi) * g;
    return scaled * exp(-(x * x));
}

void ofDivide(const Transposed& at)
{
    const Value& g = at.gradient;
    const Value& a = at.operands[0];
    const Value& b = at.operands[1];
    at.give(0, [&] { return g / b; });
    at.give(1, [&] { return -((g * (1 / (b * b))) * a); });
}

void ofSelect(const Transposed& at)
{
    const Value& g = at.gradient;
    at.give(1, [&] { return select(at.operands[0], g, 0); });
    at.give(2, [&] { return select(at.operands[0], 0, g); });
}

/// Over the axes along which it was repeated.
Value ofBroadcast(const Value& x, const Value& y, const Value& g)
{
    const int more = y.shape().rank() - x.shape().rank();
    std::uint8_t axes = 0;
    for (int axis = 0; axis < y.shape().rank(); ++axis)
        if (axis < more || (x.shape()[axis - more] == 1 && y.shape()[axis] != 1))
            axes = static_cast<std::uint8_t>(axes | 1U << axis);
    Builder& builder = g.builder();
    return builder.reshape(builder.sum(g, axes, SumOrder::Windows), x.shape());
}

Value ofSum(const Value& x, const Value& y, const Value& g)
{
    Shape kept;
    for (int axis = 0; axis < x.shape().rank(); ++axis)
        kept.append((y.node().attributes.axes >> axis & 1) != 0 ? 1 : x.shape()[axis]);
    Builder& builder = g.builder();
    // One number is broadcast as it is.
    return builder.broadcast(g.shape().rank() == 0 ? g : builder.reshape(g, kept), x.shape());
}

/// Gives the gradient to the operand that a minimum or maximum took, and halves where both are equal.
template <bool kIsMinimum>
void ofExtreme(const Transposed& at)
{
    const Value& g = at.gradient;
    const auto share = [&](const Value& own, const Value& other) {
        Builder& builder = g.builder();
        const Value equal = select(builder.apply(Operation::Equal, {own, other}),
            builder.constantLike(0.5, g), builder.broadcast(builder.constantLike(0, g), g.shape()));
        const Value& larger = kIsMinimum ? other : own;
        const Value& smaller = kIsMinimum ? own : other;
        return g
            * select(builder.apply(Operation::Greater, {larger, smaller}), builder.constantLike(1, g), equal);
    };
    at.give(0, [&] { return share(at.operands[0], at.operands[1]); });
    at.give(1, [&] { return share(at.operands[1], at.operands[0]); });
}

Value ofPermute(const Value&, const Value& y, const Value& g)
{
    std::vector<int> back(static_cast<std::size_t>(y.shape().rank()));
    for (std::size_t axis = 0; axis < back.size(); ++axis)
        back[static_cast<std::size_t>(y.node().attributes.permutation[axis])] = static_cast<int>(axis);
    return g.builder().permute(g, back);
}

void ofProduct(const Transposed& at)
{
    check(at.result.node().attributes.transpose == Transpose::None, "[addGradients] a forward product");
    Builder& builder = at.gradient.builder();
    at.give(1, [&] { return builder.product(at.operands[0], at.gradient, Transpose::A); });
    at.give(0, [&] { return builder.product(at.gradient, at.operands[1], Transpose::B); });
}

/// As in batchedMatmul(): a b, or a b^T.
void ofBatchedProduct(const Transposed& at)
{
    Builder& builder = at.gradient.builder();
    const Value& a = at.operands[0];
    const Value& b = at.operands[1];
    const bool isTransposed = at.result.node().attributes.transpose == Transpose::B;
    check(at.result.node().attributes.transpose != Transpose::A, "[addGradients] a forward product");
    at.give(0, [&] {
        return builder.batchedProduct(at.gradient, b, isTransposed ? Transpose::None : Transpose::B);
    });
    at.give(1, [&] {
        return isTransposed ? builder.batchedProduct(at.gradient, a, Transpose::A)
                            : builder.batchedProduct(a, at.gradient, Transpose::A);
    });
}

void ofConcatenate(const Transposed& at)
{
    Builder& builder = at.gradient.builder();
    const int axis = at.result.node().attributes.axis;
    const Index first = at.operands[0].shape()[axis];
    at.give(0, [&] { return builder.slice(at.gradient, axis, 0, first); });
    at.give(1, [&] { return builder.slice(at.gradient, axis, first, at.operands[1].shape()[axis]); });
}

Value ofSlice(const Value& x, const Value& y, const Value& g)
{
    const Attributes& of = y.node().attributes;
    return g.builder().pad(g, of.axis, of.first, x.shape()[of.axis]);
}

Value ofPad(const Value& x, const Value& y, const Value& g)
{
    const Attributes& of = y.node().attributes;
    return g.builder().slice(g, of.axis, of.first, x.shape()[of.axis]);
}

Value ofWindowSum(const Value&, const Value& y, const Value& g)
{
    const Window window = y.node().attributes.window;
    const Value pixels = g.builder().spread(g, window);
    return g.builder().windows(Operation::WindowSum, pixels, gradientWindow(window, window.channels));
}

struct GradientRow
{
    Operation operation;
    Rule rule;
};

using enum Operation;

constexpr std::array kRules{
    GradientRow{Input, noGradient},
    GradientRow{Variable, noGradient},
    GradientRow{Constant, noGradient},
    GradientRow{Copy, ofOne<[](const Value&, const Value&, const Value& g) { return g; }>},
    GradientRow{Negate, ofOne<[](const Value&, const Value&, const Value& g) { return -g; }>},
    GradientRow{Absolute, ofOne<[](const Value& x, const Value&, const Value& g) { return g * sign(x); }>},
    GradientRow{Sign, noGradient},
    GradientRow{Exp, ofOne<[](const Value&, const Value& y, const Value& g) { return g * y; }>},
    GradientRow{Expm1, ofOne<[](const Value&, const Value& y, const Value& g) { return g * (y + 1); }>},
    GradientRow{Log, ofOne<[](const Value& x, const Value&, const Value& g) { return g / x; }>},
    GradientRow{Log1p, ofOne<[](const Value& x, const Value&, const Value& g) { return g / (x + 1); }>},
    GradientRow{Tanh, ofOne<ofTanh>},
    GradientRow{
        Logistic, ofOne<[](const Value&, const Value& y, const Value& g) { return g * (y * (1 - y)); }>},
    GradientRow{Erf, ofOne<ofErf>},
    GradientRow{Erfc, ofOne<ofErfc>},
    GradientRow{Sqrt, ofOne<[](const Value&, const Value& y, const Value& g) { return g * (0.5 / y); }>},
    GradientRow{
        Rsqrt, ofOne<[](const Value& x, const Value& y, const Value& g) { return g * (-0.5 * (y / x)); }>},
    GradientRow{Add,
        [](const Transposed& at) {
            at.give(0, [&] { return at.gradient; });
            at.give(1, [&] { return at.gradient; });
        }},
    GradientRow{Subtract,
        [](const Transposed& at) {
            at.give(0, [&] { return at.gradient; });
            at.give(1, [&] { return -at.gradient; });
        }},
    GradientRow{Multiply,
        [](const Transposed& at) {
            at.give(0, [&] { return at.gradient * at.operands[1]; });
            at.give(1, [&] { return at.operands[0] * at.gradient; });
        }},
    GradientRow{Divide, ofDivide},
    GradientRow{Maximum, ofExtreme<false>},
    GradientRow{Minimum, ofExtreme<true>},
    GradientRow{Greater, noGradient},
    GradientRow{GreaterOrEqual, noGradient},
    GradientRow{Equal, noGradient},
    GradientRow{Select, ofSelect},
    GradientRow{Cast,
        ofOne<[](const Value& x, const Value&, const Value& g) { return g.builder().cast(g, *x.format()); }>},
    GradientRow{Broadcast, ofOne<ofBroadcast>},
    GradientRow{Reshape, ofOne<[](const Value& x, const Value&, const Value& g) {
                    return g.builder().reshape(g, x.shape());
                }>},
    GradientRow{Permute, ofOne<ofPermute>},
    GradientRow{Sum, ofOne<ofSum>},
    GradientRow{Product, ofProduct},
    GradientRow{Power, noGradient}, // of an optimizer's decays alone
    GradientRow{Iota, noGradient},
    GradientRow{ReduceMax, noGradient}, // where functions take it off, they stop its gradient
    GradientRow{BatchedProduct, ofBatchedProduct},
    GradientRow{Concatenate, ofConcatenate},
    GradientRow{Slice, ofOne<ofSlice>},
    GradientRow{Pad, ofOne<ofPad>},
    GradientRow{Reverse, ofOne<[](const Value&, const Value& y, const Value& g) {
                    return g.builder().reverse(g, y.node().attributes.axis);
                }>},
    GradientRow{Gather,
        [](const Transposed& at) {
            at.give(0, [&] {
                return at.gradient.builder().scatterAdd(at.gradient, at.operands[1], at.operands[0].shape());
            });
        }},
    GradientRow{ScatterAdd, noGradient},
    GradientRow{Draw, noGradient},
    GradientRow{Unfold, noGradient}, // only in a convolution, which has a gradient of its own
    GradientRow{WindowSum, ofOne<ofWindowSum>},
    GradientRow{WindowMax, ofOne<[](const Value& x, const Value& y, const Value& g) {
                    return g.builder().windowMaxGradient(x, g, Window(y.node().attributes.window));
                }>},
    GradientRow{WindowMaxGradient, noGradient},
    GradientRow{Spread, noGradient},
    GradientRow{Largest, noGradient}, // what passes put comes after gradients
    GradientRow{Roll, noGradient},
    GradientRow{SetFirst, noGradient},
    GradientRow{Quantize, noGradient},
    GradientRow{MultiplyAdd, noGradient},
    GradientRow{Integers, noGradient},
    GradientRow{Triangle, noGradient},
};
static_assert(isOrderedBy(kRules, &GradientRow::operation));

/// The outermost group inside `around` that this value is the result of.
std::optional<GroupId> groupAt(const Graph& graph, ValueId value, std::optional<GroupId> around)
{
    for (std::size_t i = 0; i < graph.groups().size(); ++i)
        if (graph.groups()[i].result == value && graph.groups()[i].around == around)
            return GroupId(i);
    return std::nullopt;
}

/// Whether small changes of its operands change nothing, or are taken not to.
bool isStep(Operation operation)
{
    return operation == Greater || operation == GreaterOrEqual || operation == Equal || operation == ReduceMax
        || operation == Draw;
}

/// For each node, whether it has a gradient by one of these.
std::vector<bool> differentiable(const Graph& graph, std::span<const ValueId> wanted)
{
    std::vector<bool> depends(graph.nodes().size());
    for (std::size_t i = 0; i < depends.size(); ++i) {
        const Node& node = graph.nodes()[i];
        depends[i] = std::ranges::find(wanted, ValueId(i)) != wanted.end()
            || (!isStep(node.operation) && std::ranges::any_of(node.operands, [&](ValueId operand) {
                   return depends[operand.index()];
               }));
    }
    return depends;
}

std::vector<std::optional<ValueId>> gradientsWithin(Builder& builder, std::optional<GroupId> around,
    const Value& of, const Value& seed, std::span<const ValueId> wanted);

/// Gradient of one operand. A function is differentiated as a whole, as jax.jit makes of it: what it adds up is added before anything else is.
Value ofGroup(Builder& builder, GroupId id, const Value& gradient, std::size_t operand)
{
    const Group group = builder.graph().groups()[id.index()]; // a copy: the graph grows
    std::vector<Value> operands;
    for (const ValueId each : group.operands)
        operands.emplace_back(builder, each);
    const Value y(builder, group.result);
    const std::array of{operands[operand], y, gradient};
    const auto function = [&] {
        if (group.gradient)
            return group.gradient(operands, y, gradient, operand);
        const std::array wanted{operands[operand].id()};
        return Value(builder, gradientsWithin(builder, id, y, gradient, wanted)[0].value());
    };
    return builder.group(group.name + " gradient", of, function, {}, group.kind);
}

std::vector<std::optional<ValueId>> gradientsWithin(Builder& builder, std::optional<GroupId> around,
    const Value& of, const Value& seed, std::span<const ValueId> wanted)
{
    const std::vector<bool> depends = differentiable(builder.graph(), wanted);
    std::vector<std::optional<ValueId>> gradients(depends.size());
    gradients[of.id().index()] = seed.id();
    const auto give = [&](ValueId to, const std::function<Value()>& value) {
        if (!depends[to.index()])
            return;
        const Value given = value();
        std::optional<ValueId>& gradient = gradients[to.index()];
        gradient = gradient ? (Value(builder, *gradient) + given).id() : given.id();
    };
    for (std::size_t i = of.id().index() + 1; i-- > 0;) {
        const ValueId value(i);
        if (!gradients[i] || !depends[i] || std::ranges::find(wanted, value) != wanted.end())
            continue;
        const Node node = builder.graph()[value]; // a copy: the graph grows
        builder.setOwner(node.owner, Pass::Backward);
        const Value gradient(builder, *gradients[i]);
        if (const std::optional<GroupId> group = groupAt(builder.graph(), value, around)) {
            const std::vector<ValueId> operands = builder.graph().groups()[group->index()].operands;
            for (std::size_t operand = 0; operand < operands.size(); ++operand)
                give(operands[operand], [&] { return ofGroup(builder, *group, gradient, operand); });
            continue;
        }
        Transposed at{{}, Value(builder, value), gradient,
            [&](std::size_t operand, const std::function<Value()>& given) {
                give(node.operands[operand], given);
            }};
        for (const ValueId operand : node.operands)
            at.operands.emplace_back(builder, operand);
        kRules[static_cast<std::size_t>(node.operation)].rule(at);
    }
    std::vector<std::optional<ValueId>> found;
    for (const ValueId value : wanted)
        found.push_back(gradients[value.index()]);
    return found;
}

} // namespace

std::vector<std::optional<ValueId>> addGradients(
    Builder& builder, const Value& of, const Value& seed, std::span<const ValueId> wanted)
{
    return gradientsWithin(builder, builder.function(), of, seed, wanted);
}

} // namespace ulpscope::graph
