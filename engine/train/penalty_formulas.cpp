// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/penalty_formulas.h"

#include "engine/dtype/rounding.h"
#include "engine/optimizer/update_formula.h"

#include <vector>

namespace ulpscope {

using graph::Builder;
using graph::Operation;
using graph::Value;

namespace {

constexpr std::string_view kOutput = "regularized output";

Regularizer regularizerAt(const Config& config, const std::string& name)
{
    const ParameterValue* text = config.find(name + "_regularizer");
    return text == nullptr ? Regularizer{} : *regularizerByName(std::get<std::string>(*text));
}

Value numberIn(const Format& format, const Value& x, double number)
{
    return x.builder().constant(roundToFormat(format, number), x.format());
}

Value penaltyOf(const Regularizer& regularizer, const Value& x)
{
    const auto term = [&](double weight, const Value& elements) {
        return numberIn(*x.format(), x, weight) * sumOnce(elements, allAxes(x.shape()));
    };
    if (regularizer.l2 == 0)
        return term(regularizer.l1, abs(x));
    const Value square = term(regularizer.l2, x * x);
    return regularizer.l1 == 0 ? square : term(regularizer.l1, abs(x)) + square;
}

/// gradient + upstream d penalty(x) / d x; upstream: in float64. l2's part comes before l1's, because JAX goes backward.
Value withGradient(const Regularizer& regularizer, const Value& x, const Value& upstream, Value gradient)
{
    Builder& builder = x.builder();
    const Format& format = *x.format();
    const auto factor
        = [&](double weight) { return builder.cast(upstream * numberIn(format, upstream, weight), format); };
    if (regularizer.l2 != 0)
        gradient = gradient + (x + x) * factor(regularizer.l2);
    if (regularizer.l1 != 0)
        gradient = gradient
            + select(x >= 0, builder.constantLike(1, x),
                  builder.broadcast(builder.constantLike(-1, x), x.shape()))
                * factor(regularizer.l1);
    return gradient;
}

} // namespace

Value PenaltyFormulas::addLayer(const Config& config, const Value& output)
{
    Builder& builder = output.builder();
    m_layers[builder.owner()] = config;
    const Regularizer regularizer = regularizerAt(config, "activity");
    if (regularizer.isNone())
        return output;
    const Value regularized = builder.group(
        std::string(kOutput), {output}, [&] { return builder.apply(Operation::Copy, {output}); },
        [regularizer, scale = m_scale](
            std::span<const Value> of, const Value&, const Value& gradient, std::size_t) {
            const Format& format = *gradient.format();
            Builder& to = gradient.builder();
            const Value share
                = to.cast(Value(to, scale->value()), format) / static_cast<double>(of[0].shape()[0]);
            return withGradient(
                regularizer, to.cast(of[0], format), to.cast(share, float64Format()), gradient);
        });
    builder.graph().addOutput({std::string(kOutput), regularized.id()});
    return regularized;
}

Regularizer PenaltyFormulas::regularizerOf(const Value& variable) const
{
    const graph::Node& node = variable.node();
    const auto layer = m_layers.find(node.owner);
    if (layer == m_layers.end() || node.attributes.isUntrained)
        return {};
    const bool isDepthwise = node.name == "kernel" && layer->second.find("depthwise_regularizer") != nullptr;
    return regularizerAt(layer->second, isDepthwise ? "depthwise" : node.name);
}

Value PenaltyFormulas::addTo(const Value& loss) const
{
    Builder& builder = loss.builder();
    // Penalties are added up without rounding: by layer, its output's last.
    std::map<graph::OwnerId, Value> ofLayers;
    const auto add = [&](graph::OwnerId layer, const Value& penalty) {
        const Value wide = builder.cast(penalty, float64Format());
        const auto [known, isFirst] = ofLayers.try_emplace(layer, wide);
        if (!isFirst)
            known->second = known->second + wide;
    };
    for (std::size_t i = 0, count = builder.graph().nodes().size(); i < count; ++i) {
        const Value variable(builder, graph::ValueId(i));
        if (variable.node().operation != Operation::Variable)
            continue;
        if (const Regularizer regularizer = regularizerOf(variable); !regularizer.isNone())
            add(variable.node().owner, penaltyOf(regularizer, variable));
    }
    const std::vector<graph::Output> all(builder.graph().outputs().begin(), builder.graph().outputs().end());
    std::vector<graph::Output> others;
    for (const graph::Output& output : all) {
        if (output.name != kOutput) {
            others.push_back(output);
            continue;
        }
        const Value x(builder, output.value);
        const graph::OwnerId layer = x.node().owner;
        const Regularizer regularizer = regularizerAt(m_layers.at(layer), "activity");
        add(layer, penaltyOf(regularizer, x) / static_cast<double>(x.shape()[0]));
    }
    builder.graph().setOutputs(std::move(others));
    std::optional<Value> penalties;
    for (const auto& [layer, penalty] : ofLayers)
        penalties = penalties ? *penalties + penalty : penalty;
    if (!penalties)
        return loss;
    return builder.cast(builder.cast(loss, float64Format()) + *penalties, *loss.format());
}

Value PenaltyFormulas::added(const Value& gradient, const Value& variable) const
{
    const Regularizer regularizer = regularizerOf(variable);
    if (regularizer.isNone())
        return gradient;
    Builder& builder = gradient.builder();
    const Value zeros = builder.broadcast(builder.constantLike(0, variable), variable.shape());
    const Value scale = builder.cast(Value(builder, m_scale->value()), float64Format());
    return gradient + withGradient(regularizer, variable, scale, zeros);
}

} // namespace ulpscope
