// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/functions.h"

#include "engine/base/check.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numbers>

namespace ulpscope::graph {

namespace {

constexpr double kRootHalf = std::numbers::sqrt2 / 2;
constexpr double kRootTwoOverPi = std::numbers::sqrt2 * std::numbers::inv_sqrtpi;
constexpr double kSlope = 0.2; ///< of leaky_relu
constexpr double kSeluAlpha = 1.6732632423543772848170429916717;
constexpr double kSeluScale = 1.0507009873554804934193349852946;

/// A function of one value as a group; kGradient null: that of its operations.
using Formula = Value (*)(const Value& x);
using AnyFormula = std::function<Value(const Value& x)>;
using Gradient = Value (*)(const Value& x, const Value& y, const Value& g);

Value grouped(const std::string& name, const Value& x, const AnyFormula& formula, Gradient gradient = nullptr)
{
    GroupGradient own;
    if (gradient != nullptr)
        own = [gradient](std::span<const Value> operands, const Value& y, const Value& g, std::size_t) {
            return gradient(operands[0], y, g);
        };
    return x.builder().group(
        name, {x}, [&] { return formula(x); }, std::move(own));
}

// What decides in which order gradients are added stands on lines of its own: C++ does not order operands.

Value cube(const Value& x)
{
    return grouped(
        "cube", x, [](const Value& v) { return (v * v) * v; },
        [](const Value& v, const Value&, const Value& g) { return g * (3 * (v * v)); });
}

Value relu(const Value& x)
{
    return grouped(
        "relu", x, [](const Value& v) { return maximum(v, 0); },
        [](const Value&, const Value& y, const Value& g) { return select(y > 0, g, 0); });
}

Value relu6(const Value& x)
{
    return grouped(
        "relu6", x,
        [](const Value& v) { return select(0 > v, 0, select(v > 6, v.builder().constantLike(6, v), v)); },
        [](const Value& v, const Value&, const Value& g) {
            return select(
                v > 0, select(6 > v, g, 0), v.builder().broadcast(v.builder().constantLike(0, v), v.shape()));
        });
}

/// XLA takes it apart as 1 / (1 + exp(-x)).
Value sigmoid(const Value& x)
{
    return grouped(
        "sigmoid", x, [](const Value& v) { return 1 / (1 + exp(-v)); },
        [](const Value&, const Value& y, const Value& g) { return g * (y * (1 - y)); });
}

Value softplusGradient(const Value& x, const Value& y, const Value& g)
{
    const auto finite = [](const Value& v) {
        const Value infinity = v.builder().constantLike(std::numeric_limits<double>::infinity(), v);
        return select(v.builder().apply(Operation::Equal, {v, infinity}), 0, v);
    };
    return g * exp(finite(x) - finite(y));
}

Value softplus(const Value& x)
{
    return grouped(
        "softplus", x, [](const Value& v) { return maximum(v, 0) + log1p(exp(-abs(v))); }, softplusGradient);
}

Value gelu(const Value& x)
{
    const Value half = 0.5 * x;
    return half * erfc(-x * kRootHalf);
}

Value geluTanh(const Value& x)
{
    const Value argument = x + 0.044715 * cube(x);
    const Value share = 0.5 * (1 + tanh(kRootTwoOverPi * argument));
    return x * share;
}

Value silu(const Value& x)
{
    const Value gate = sigmoid(x);
    return x * gate;
}

Value elu(const Value& x)
{
    return grouped(
        "elu", x, [](const Value& v) { return select(v > 0, v, expm1(v)); },
        [](const Value& v, const Value& y, const Value& g) { return select(v > 0, g, g * (y + 1)); });
}

Value leakyRelu(const Value& x)
{
    return grouped(
        "leaky_relu", x, [](const Value& v) { return select(v >= 0, v, kSlope * v); },
        [](const Value& v, const Value&, const Value& g) { return select(v >= 0, g, kSlope * g); });
}

Value selu(const Value& x)
{
    return grouped(
        "selu", x, [](const Value& v) { return kSeluScale * select(v > 0, v, kSeluAlpha * expm1(v)); },
        [](const Value& v, const Value&, const Value& g) {
            const Value scaled = kSeluScale * g;
            return select(v > 0, scaled, (kSeluAlpha * scaled) * (expm1(v) + 1));
        });
}

Value softsign(const Value& x)
{
    return x / (abs(x) + 1);
}

Value hardSigmoid(const Value& x)
{
    return relu6(x + 3) / 6;
}

Value hardSilu(const Value& x)
{
    const Value gate = hardSigmoid(x);
    return x * gate;
}

Value mish(const Value& x)
{
    const Value gate = tanh(softplus(x));
    return x * gate;
}

struct Activation
{
    std::string_view name;
    Formula formula;
    bool isGroup = false; ///< by itself
};

constexpr std::array kActivations{
    Activation{"linear", [](const Value& x) { return x; }, true},
    Activation{"relu", relu, true},
    Activation{"tanh", [](const Value& x) { return tanh(x); }},
    Activation{"sigmoid", sigmoid, true},
    Activation{"softmax", [](const Value& x) { return softmax(x, x.shape().rank() - 1); }, true},
    Activation{"gelu", gelu},
    Activation{"gelu_tanh", geluTanh},
    Activation{"silu", silu},
    Activation{"elu", elu, true},
    Activation{"leaky_relu", leakyRelu, true},
    Activation{"softplus", softplus, true},
    Activation{"selu", selu, true},
    Activation{"softsign", softsign},
    Activation{"mish", mish},
    Activation{"relu6", relu6, true},
    Activation{"hard_sigmoid", hardSigmoid},
    Activation{"hard_silu", hardSilu},
    Activation{"exponential", [](const Value& x) { return exp(x); }},
};

} // namespace

Shape withOnes(const Shape& shape, std::uint8_t axes)
{
    Shape result;
    for (int axis = 0; axis < shape.rank(); ++axis)
        result.append((axes >> axis & 1) != 0 ? 1 : shape[axis]);
    return result;
}

namespace {

std::uint8_t axesOf(int axis)
{
    return static_cast<std::uint8_t>(1U << axis);
}

Value largest(const Value& x, std::uint8_t axes)
{
    return x.builder().reshape(x.builder().reduceMax(x, axes), withOnes(x.shape(), axes));
}

Value sumAlong(const Value& x, int axis)
{
    Builder& builder = x.builder();
    return builder.reshape(builder.sum(x, axesOf(axis), SumOrder::Sequential, SumRounding::Once),
        withOnes(x.shape(), axesOf(axis)));
}

/// The same over axes that are one to XLA.
Value sumOverAll(const Value& x, std::uint8_t axes)
{
    Builder& builder = x.builder();
    std::vector<int> order;
    for (const bool goes : {true, false})
        for (int axis = 0; axis < x.shape().rank(); ++axis)
            if (((axes >> axis & 1) != 0) == goes)
                order.push_back(axis);
    const Shape ones = withOnes(x.shape(), axes);
    const Value rows = builder.reshape(
        builder.permute(x, order), {x.shape().elements() / ones.elements(), ones.elements()});
    return builder.reshape(builder.sum(rows, 1, SumOrder::Windows, SumRounding::Once), ones);
}

} // namespace

Value softmax(const Value& x, int axis)
{
    return grouped("softmax", x, [axis](const Value& v) {
        const Value powers = exp(v - largest(v, axesOf(axis)));
        return powers / sumAlong(powers, axis);
    });
}

Value logSoftmax(const Value& x, int axis)
{
    return grouped("log_softmax", x, [axis](const Value& v) {
        const Value shifted = v - largest(v, axesOf(axis));
        return shifted - log(sumAlong(exp(shifted), axis));
    });
}

Value logSumExp(const Value& x, std::uint8_t axes)
{
    const Value found = largest(x, axes);
    const Value finite = select(std::numeric_limits<double>::infinity() > abs(found), found, 0);
    return log(sumOverAll(exp(x - finite), axes)) + finite;
}

Value square(const Value& x)
{
    return grouped(
        "square", x, [](const Value& v) { return v * v; },
        [](const Value& v, const Value&, const Value& g) { return g * (2 * v); });
}

Value sigmoidCrossEntropy(const Value& x, const Value& z)
{
    return x.builder().group(
        "sigmoid_cross_entropy", {x, z}, [&] { return (maximum(x, 0) - x * z) + log1p(exp(-abs(x))); },
        [](std::span<const Value> of, const Value&, const Value& g, std::size_t) {
            const Value power = exp(-abs(of[0]));
            const Value share
                = select(0 > of[0], power, power.builder().constantLike(1, power)) / (1 + power);
            return g * (share - of[1]);
        });
}

Value activation(std::string_view name, const Value& x)
{
    const auto row = std::ranges::find(kActivations, name, &Activation::name);
    check(row != kActivations.end(), "[activation] a name of the catalog");
    const Value y = row->isGroup ? row->formula(x) : grouped(std::string(name), x, row->formula);
    Graph& graph = x.builder().graph();
    if (const std::optional<GroupId> id = y.id() == x.id() ? std::nullopt : graph.functionOf(y.node())) {
        Group group = graph.groups()[id->index()];
        group.kind.isActivation = true;
        graph.setGroup(*id, std::move(group));
    }
    return y;
}

} // namespace ulpscope::graph
