// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/image/pooling.h"

#include "engine/layer/layer_call.h"
#include "engine/layer/support/sliding_window.h"

namespace ulpscope {

namespace {

constexpr WindowKeys kPoolingKeys{"pool_size"};

} // namespace

Result<Shape> poolingShape(const Config& config, std::span<const Shape> inputs)
{
    const Result<Window2D> window = windowOf(config, kPoolingKeys, inputs[0]);
    if (!window)
        return window.error();
    return Shape{window->outHeight, window->outWidth, window->channels};
}

Result<Shape> globalPoolingShape(int axes, const Config& config, std::span<const Shape> inputs)
{
    if (inputs[0].rank() != axes + 1)
        return Error{"inputs",
            "expected an input of shape "
                + std::string(axes == 1 ? "(steps, features)" : "(height, width, channels)") + ", got "
                + inputs[0].text()};
    Shape shape;
    for (int i = 0; i < axes && config.flag("keepdims"); ++i)
        shape.append(1);
    shape.append(inputs[0].last());
    return shape;
}

graph::Value maxPoolingFormula(const LayerCall& call)
{
    Window2D window = *windowOf(call.config(), kPoolingKeys, call.example());
    window.batch = call.output[0];
    return call.builder.windows(graph::Operation::WindowMax, call.inputs[0], window);
}

graph::Value averagePoolingFormula(const LayerCall& call)
{
    const graph::Value& x = call.inputs[0];
    Window2D window = *windowOf(call.config(), kPoolingKeys, call.example());
    window.batch = call.output[0];
    const auto sumOf = [&](const graph::Value& of) {
        return call.builder.windows(graph::Operation::WindowSum, of, window);
    };
    const graph::Value sums = sumOf(x);
    if (call.config().text("padding") != "same")
        return sums / static_cast<double>(window.taps());
    // at the rim, of what lies inside the image
    return sums / sumOf(call.builder.broadcast(call.builder.constantLike(1, x), x.shape()));
}

graph::Value globalAveragePoolingFormula(const LayerCall& call)
{
    graph::Builder& builder = call.builder;
    const graph::Value x = builder.cast(call.inputs[0], graph::CastTo::ArrivedAtLeastFloat32);
    const Index steps = x.shape().elements() / (x.shape()[0] * x.shape().last());
    const graph::Value sums = builder.sum(
        builder.reshape(x, {x.shape()[0], steps, x.shape().last()}), 2, graph::SumOrder::Windows);
    return builder.reshape(
        builder.cast(sums / static_cast<double>(steps), graph::CastTo::Compute), call.output);
}

} // namespace ulpscope
