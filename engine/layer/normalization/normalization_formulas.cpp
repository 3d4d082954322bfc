// SPDX-License-Identifier: GPL-3.0-or-later
// The normalizations over moments, in Keras' words (keras/src/layers/normalization): what is normalized becomes
// [outer, rows, groups, width], of which groups of width have one mean over all rows.
#include "engine/graph/functions.h"
#include "engine/layer/layer_call.h"

#include <algorithm>

namespace ulpscope {

namespace {

using graph::CastTo;
using graph::Value;

/// The axes of the features, sorted as Keras does: as the numbers that they are given by.
std::vector<std::int64_t> featureAxes(const LayerCall& call)
{
    if (const auto* one = std::get_if<std::int64_t>(call.config().find("axis")))
        return {*one};
    std::vector<std::int64_t> axes = call.config().list("axis");
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
    const std::vector<std::int64_t> axes = featureAxes(call);
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

/// x as [outer, rows, groups, width]; gamma and beta, where the layer has them, as [groups, width].
Value normalizedBy(const LayerCall& call, const Shape& shape, graph::Normalization of)
{
    const Features features = featuresOf(call);
    of.epsilon = call.config().number("epsilon");
    return onFeatures(call, features, [&](const Value& x) {
        const auto find = [&](const char* flag, const char* name) {
            return call.config().flag(flag) ? std::optional(
                       call.builder.reshape(parameter(call, name, features.shape), {shape[2], shape[3]}))
                                            : std::nullopt;
        };
        const std::optional<Value> gamma = find("scale", "gamma");
        const std::optional<Value> beta = find("center", "beta");
        return graph::normalized(call.builder.reshape(x, shape), gamma, beta, of);
    });
}

/// Rows of one example, or of the batch.
Index rowsOf(const Shape& shape, const Features& features)
{
    return shape.elements() / features.shape.elements();
}

} // namespace

std::optional<Value> layerNormalizationFormula(const LayerCall& call)
{
    call.builder.skipAutocast();
    const Features features = featuresOf(call);
    return normalizedBy(
        call, {rowsOf(call.output, features), 1, 1, features.shape.elements()}, {.scalesFirst = true});
}

std::optional<Value> groupNormalizationFormula(const LayerCall& call)
{
    call.builder.skipAutocast();
    const Features features = featuresOf(call);
    const Index channels = features.shape.elements();
    const Index batch = call.output[0];
    const std::int64_t given = call.config().integer("groups");
    const Index groups = given == -1 ? channels : given;
    return normalizedBy(call, {batch, rowsOf(call.output, features) / batch, groups, channels / groups}, {});
}

std::optional<Value> batchNormalizationFormula(const LayerCall& call)
{
    const Features features = featuresOf(call);
    const Shape channels = features.shape;
    std::optional<graph::Moments> moments;
    const Value y = normalizedBy(
        call, {1, rowsOf(call.output, features), channels.elements(), 1}, {.moments = &moments});
    const double momentum = call.config().number("momentum");
    const auto move = [&](const char* name, const Value& batch) {
        const Value moving = call.variable(name, channels, false);
        const Value kept = call.builder.cast(moving, CastTo::ArrivedAtLeastFloat32) * momentum;
        const Value next = kept + call.builder.reshape(batch, channels) * (1 - momentum);
        call.assign(moving, call.builder.cast(next, CastTo::Variable));
    };
    move("moving_mean", moments->mean);
    move("moving_variance", moments->variance);
    return y;
}

std::optional<Value> rmsNormalizationFormula(const LayerCall& call)
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
