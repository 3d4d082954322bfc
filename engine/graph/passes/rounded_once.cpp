// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/rounded_once.h"

#include "engine/graph/functions.h"
#include "engine/graph/gradient.h"
#include "engine/graph/passes/fused_updates.h"
#include "engine/graph/passes/rewrite.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <numbers>

namespace ulpscope::graph {

namespace {

/// The gradient from the output as it is stored, in the order of ATen's kernels.
struct OfOutput
{
    std::string_view name;
    Value (*gradient)(const Value& y, const Value& g);
    bool roundsEachInFloat16 = false;
};

constexpr std::array kOfOutput{
    OfOutput{"relu", [](const Value& y, const Value& g) { return select(y > 0, g, 0); }},
    OfOutput{"exponential", [](const Value& y, const Value& g) { return g * y; }},
    OfOutput{"tanh",
        [](const Value& y, const Value& g) {
            const Value part = g * (1 - y);
            return part + part * y;
        }},
    OfOutput{"softmax",
        [](const Value& y, const Value& g) {
            const int axis = y.shape().rank() - 1;
            const auto bit = static_cast<std::uint8_t>(1U << axis);
            const Value sum = y.builder().sum(g * y, bit, SumOrder::Sequential);
            return (g - y.builder().reshape(sum, withOnes(y.shape(), bit))) * y;
        }},
    OfOutput{"sigmoid", [](const Value& y, const Value& g) { return ((1 - y) * g) * y; }, true},
};

/// A function that CUDA's kernel computes in another order, and its gradient.
struct OnCuda
{
    std::string_view name;
    Value (*function)(const Value& x);
    Value (*gradient)(const Value& x, const Value& g);
};

constexpr double kAlpha = std::numbers::sqrt2 / 2;

/// aten/src/ATen/native/cuda/ActivationGeluKernel.cu; nvcc fuses the last product and sum of the gradient.
constexpr std::array kOnCuda{
    OnCuda{"gelu",
        [](const Value& x) {
            const Value half = x * 0.5;
            return half * (1 + erf(x * kAlpha));
        },
        [](const Value& x, const Value& g) {
            constexpr double kDensity = std::numbers::inv_sqrtpi * kAlpha;
            const Value twice = 1 + erf(x * kAlpha);
            const Value density = exp((-0.5 * x) * x) * kDensity;
            return g * multiplyAdd(twice, x.builder().constantLike(0.5, x), x * density);
        }},
};

GroupGradient gradientOf(const std::string& name, bool onCuda)
{
    return [name, onCuda](std::span<const Value> operands, const Value& y, const Value& g, std::size_t) {
        Builder& builder = g.builder();
        const Format& narrow = *g.format();
        const Format& wide = carrierFormat(narrow);
        const auto row = std::ranges::find(kOfOutput, name, &OfOutput::name);
        if (row != kOfOutput.end()) {
            const Format& in = row->roundsEachInFloat16 && narrow.name == "float16" ? narrow : wide;
            return builder.cast(row->gradient(builder.cast(y, in), builder.cast(g, in)), narrow);
        }
        const Value seed = builder.cast(g, wide);
        const Value x = builder.cast(operands[0], wide);
        const auto ofCuda = std::ranges::find(kOnCuda, name, &OnCuda::name);
        if (onCuda && ofCuda != kOnCuda.end()) {
            builder.useCudaFunctions(true);
            const Value made = ofCuda->gradient(x, seed);
            builder.useCudaFunctions(false);
            return builder.cast(made, narrow);
        }
        const std::array wanted{x.id()};
        const auto found = addGradients(builder, activation(name, x), seed, wanted);
        return builder.cast({builder, *found[0]}, narrow);
    };
}

class WideFunctions
{
public:
    WideFunctions(const Graph& before, bool onCuda)
        : m_before(&before)
        , m_onCuda(onCuda)
    {
    }

    /// The activation that a value is part of, where that is computed wide.
    std::optional<GroupId> functionAt(ValueId value) const
    {
        const Node& node = (*m_before)[value];
        const std::optional<GroupId> group = m_before->functionOf(node);
        const Format* compute = m_before->ownerOf(value).compute;
        const bool isWide = compute != nullptr && !(*compute == carrierFormat(*compute));
        const bool isActivation = group && m_before->groups()[group->index()].kind.isActivation;
        return isActivation && isWide ? group : std::nullopt;
    }

    ValueId operator()(Rewriter& to, ValueId value)
    {
        Builder& builder = to.builder();
        Node node = to.mapped(value);
        const std::optional<GroupId> function = functionAt(value);
        if (!function)
            return builder.graph().add(std::move(node));
        const Format& compute = *builder.graph().owners()[node.owner.index()].compute;
        node.format = &carrierFormat(compute);
        const Group& group = m_before->groups()[function->index()];
        const auto onCuda = std::ranges::find(kOnCuda, group.name, &OnCuda::name);
        if (m_onCuda && onCuda != kOnCuda.end() && group.result == value) {
            builder.setFunction(function);
            builder.useCudaFunctions(true);
            const Value x(builder, cast(builder, to.at(group.operands[0]), *node.format, *function));
            const Value wide = onCuda->function(x);
            builder.useCudaFunctions(false);
            builder.setFunction(std::nullopt);
            return cast(builder, wide.id(), compute, *function);
        }
        for (ValueId& operand : node.operands) {
            const auto [known, isNew] = m_wide.try_emplace(operand);
            if (isNew)
                known->second = cast(builder, operand, *node.format, *function);
            operand = known->second;
        }
        const ValueId wide = builder.graph().add(std::move(node));
        return group.result == value ? cast(builder, wide, compute, *function) : wide;
    }

private:
    static ValueId cast(Builder& builder, ValueId value, const Format& format, GroupId group)
    {
        if (*builder.graph()[value].format == format)
            return value;
        Node node{.operation = Operation::Cast,
            .operands = {value},
            .shape = builder.graph()[value].shape,
            .format = &format,
            .owner = builder.owner(),
            .group = group,
            .addedBy = "rounded once"};
        return builder.graph().add(std::move(node));
    }

    const Graph* m_before;
    bool m_onCuda;
    std::map<ValueId, ValueId> m_wide;
};

} // namespace

Graph roundedOnce(const Graph& before, bool onCuda)
{
    WideFunctions rewrite(before, onCuda);
    Graph after = Rewriter(before, "rounded once").run(std::ref(rewrite));
    for (std::size_t i = 0; i < before.nodes().size(); ++i)
        if (const std::optional<GroupId> function = rewrite.functionAt(ValueId(i))) {
            Group group = after.groups()[function->index()];
            group.gradient = gradientOf(group.name, onCuda);
            after.setGroup(*function, std::move(group));
        }
    return after;
}

} // namespace ulpscope::graph
