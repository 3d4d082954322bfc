// SPDX-License-Identifier: GPL-3.0-or-later
// The normalizations over moments, in Keras' words (keras/src/layers/normalization): what is normalized becomes
// [outer, rows, groups, width], of which groups of width have one mean over all rows.
#include "engine/layer/normalization/normalization.h"

#include "engine/graph/functions.h"
#include "engine/layer/layer_call.h"
#include "engine/layer/support/axes.h"

#include <algorithm>
#include <functional>

namespace ulpscope {

namespace {

using graph::CastTo;
using graph::Value;

/// The axes of the features, sorted as Keras does: as the numbers that they are given by.
std::vector<std::int64_t> sortedAxes(const Config& config)
{
    if (const auto* one = std::get_if<std::int64_t>(config.find("axis")))
        return {*one};
    std::vector<std::int64_t> axes = config.list("axis");
    std::ranges::sort(axes);
    return axes;
}

struct Features
{
    std::vector<int> order; ///< the other axes, then these
    Shape moved; ///< in that order
    Shape shape; ///< of gamma and beta
};

Features featuresOf(const LayerCall& call)
{
    Features of;
    const Shape& shape = call.output;
    const std::vector<std::int64_t> axes = sortedAxes(call.config());
    const std::uint8_t bits = call.axes(axes);
    for (const bool isFeature : {false, true})
        for (int axis = 0; axis < shape.rank(); ++axis)
            if (((bits >> axis & 1) != 0) == isFeature) {
                of.order.push_back(axis);
                of.moved.append(shape[axis]);
            }
    for (const std::int64_t axis : axes)
        of.shape.append(shape[static_cast<int>(axis < 0 ? axis + shape.rank() : axis)]);
    return of;
}

/// In at least float32, like x.
Value parameter(const LayerCall& call, const char* name, const Shape& shape, bool isAutocast = false)
{
    return call.builder.cast(call.variable(name, shape, isAutocast), CastTo::ArrivedAtLeastFloat32);
}

/// Takes x, in at least float32 and with its features last, to that and back.
Value onFeatures(const LayerCall& call, const Features& of, const std::function<Value(const Value& x)>& f)
{
    graph::Builder& builder = call.builder;
    const Value wide = builder.cast(call.inputs[0], CastTo::ArrivedAtLeastFloat32);
    const Value y = f(builder.permute(wide, of.order));
    std::vector<int> back(of.order.size());
    for (std::size_t i = 0; i < back.size(); ++i)
        back[static_cast<std::size_t>(of.order[i])] = static_cast<int>(i);
    const Value placed = builder.permute(builder.reshape(y, of.moved), back);
    return builder.cast(builder.cast(placed, CastTo::Arrived), CastTo::Compute);
}

/// gamma and beta, where the layer has them, as [groups, width]
struct Gains
{
    std::optional<Value> gamma;
    std::optional<Value> beta;
};

/// x as [outer, rows, groups, width]
Value onGroups(const LayerCall& call, const Shape& shape,
    const std::function<Value(const Value& x, const Gains& gains)>& f)
{
    const Features features = featuresOf(call);
    return onFeatures(call, features, [&](const Value& x) {
        const auto find = [&](const char* flag, const char* name) {
            return call.config().flag(flag) ? std::optional(
                       call.builder.reshape(parameter(call, name, features.shape), {shape[2], shape[3]}))
                                            : std::nullopt;
        };
        Gains gains;
        gains.gamma = find("scale", "gamma");
        gains.beta = find("center", "beta");
        return f(call.builder.reshape(x, shape), gains);
    });
}

Value normalizedBy(const LayerCall& call, const Shape& shape, graph::Normalization of)
{
    of.epsilon = call.config().number("epsilon");
    return onGroups(call, shape, [&](const Value& x, const Gains& gains) {
        return graph::normalized(x, gains.gamma, gains.beta, of);
    });
}

/// Rows of one example, or of the batch.
Index rowsOf(const Shape& shape, const Features& features)
{
    return shape.elements() / features.shape.elements();
}

} // namespace

std::vector<std::string> gammaAndBeta(const Config& config)
{
    std::vector<std::string> names;
    if (config.flag("scale"))
        names.emplace_back("gamma");
    if (config.flag("center"))
        names.emplace_back("beta");
    return names;
}

std::vector<std::string> batchNormalizationVariables(const Config& config)
{
    std::vector<std::string> names = gammaAndBeta(config);
    names.insert(names.end(), {"moving_mean", "moving_variance"});
    return names;
}

std::vector<std::string> rmsNormalizationVariables(const Config&)
{
    return {"scale"};
}

Result<Shape> normalizationShape(const Config& config, std::span<const Shape> inputs)
{
    const Status axes = checkAxes(sortedAxes(config), inputs[0], false);
    return axes ? Result<Shape>(inputs[0]) : Result<Shape>(axes.error());
}

Result<Shape> groupNormalizationShape(const Config& config, std::span<const Shape> inputs)
{
    Result<Shape> shape = normalizationShape(config, inputs);
    if (!shape)
        return shape;
    const std::int64_t groups = config.integer("groups");
    const std::int64_t axis = config.integer("axis");
    const Index channels = inputs[0][static_cast<int>(axis < 0 ? axis + inputs[0].rank() : axis - 1)];
    if (groups == 0 || (groups > 0 && channels % groups != 0))
        return Error{"groups",
            "expected -1 or a divisor of the number of features, " + std::to_string(channels) + ", got "
                + std::to_string(groups)};
    return shape;
}

Result<Shape> rmsNormalizationShape(const Config& config, std::span<const Shape> inputs)
{
    Result<Shape> shape = normalizationShape(config, inputs);
    if (!shape)
        return shape;
    const std::vector<std::int64_t> axes = sortedAxes(config);
    const std::int64_t rank = inputs[0].rank() + 1;
    for (std::size_t i = 0; i < axes.size(); ++i)
        if ((axes[i] + rank) % rank != rank - static_cast<std::int64_t>(axes.size() - i))
            return Error{"axis",
                "expected the last axis, or the last few from left to right: Keras multiplies by a scale that "
                "lies along these; got "
                    + toText(axes)};
    return shape;
}

Value layerNormalizationFormula(const LayerCall& call)
{
    call.builder.skipAutocast();
    const Features features = featuresOf(call);
    return normalizedBy(
        call, {rowsOf(call.output, features), 1, 1, features.shape.elements()}, {.scalesFirst = true});
}

Value groupNormalizationFormula(const LayerCall& call)
{
    call.builder.skipAutocast();
    const Features features = featuresOf(call);
    const Index channels = features.shape.elements();
    const Index batch = call.output[0];
    const std::int64_t given = call.config().integer("groups");
    const Index groups = given == -1 ? channels : given;
    return normalizedBy(call, {batch, rowsOf(call.output, features) / batch, groups, channels / groups}, {});
}

Value batchNormalizationFormula(const LayerCall& call)
{
    const Shape channels = featuresOf(call).shape;
    const Shape shape{1, call.output.elements() / channels.elements(), channels.elements(), 1};
    const auto moving = [&](const char* name) { return call.variable(name, channels, false); };
    const auto wide = [&](const Value& x) { return call.builder.cast(x, CastTo::ArrivedAtLeastFloat32); };
    if (!call.isTraining)
        return onGroups(call, shape, [&](const Value& x, const Gains& gains) {
            const auto moment = [&](const char* name) {
                return call.builder.reshape(wide(moving(name)), {1, 1, shape[2], 1});
            };
            const Value mean = moment("moving_mean");
            const Value variance = moment("moving_variance");
            return graph::scaledAndShifted(x, {mean, variance}, gains.gamma, gains.beta,
                call.builder.constantLike(call.config().number("epsilon"), x));
        });
    std::optional<graph::Moments> moments;
    const Value y = normalizedBy(call, shape, {.moments = &moments});
    const double momentum = call.config().number("momentum");
    const auto move = [&](const char* name, const Value& batch) {
        const Value before = moving(name);
        const Value next = wide(before) * momentum + call.builder.reshape(batch, channels) * (1 - momentum);
        call.assign(before, call.builder.cast(next, CastTo::Variable));
    };
    move("moving_mean", moments->mean);
    move("moving_variance", moments->variance);
    return y;
}

Value rmsNormalizationFormula(const LayerCall& call)
{
    const Features features = featuresOf(call);
    const Index columns = features.shape.elements();
    return onFeatures(call, features, [&](const Value& x) {
        const Value scale = call.builder.reshape(parameter(call, "scale", features.shape, true), {columns});
        const Value rows = call.builder.reshape(x, {rowsOf(call.output, features), columns});
        return graph::rootMeanSquareNormalized(rows, scale, call.config().number("epsilon"));
    });
}

} // namespace ulpscope
