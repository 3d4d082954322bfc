// SPDX-License-Identifier: GPL-3.0-or-later
// UpSampling1D and 2D: each step `size` times, each pixel as many times as `size` says along height and width; keras.ops.repeat along one
// axis after the other (keras/src/layers/reshaping/up_sampling2d.py).
#include "engine/layer/layer_call.h"

#include <algorithm>
#include <array>

namespace ulpscope {

namespace {

std::array<Index, 2> timesOf(const Config& config, int axes)
{
    if (axes == 1)
        return {config.integer("size"), 1};
    const std::vector<std::int64_t>& size = config.list("size");
    return {size.front(), size.back()};
}

} // namespace

template <int kAxes>
Result<Shape> upSamplingShape(const Config& config, std::span<const Shape> inputs)
{
    if (inputs[0].rank() != kAxes + 1)
        return Error{"inputs",
            "expected an input of shape "
                + std::string(kAxes == 1 ? "(steps, features)" : "(height, width, channels)") + ", got "
                + inputs[0].text()};
    if (kAxes == 2 && (config.list("size").empty() || config.list("size").size() > 2))
        return Error{"size", "expected one or two integers, got " + toText(config.list("size"))};
    const std::array<Index, 2> times = timesOf(config, kAxes);
    Shape shape;
    for (int axis = 0; axis < kAxes; ++axis)
        shape.append(inputs[0][axis] * times[static_cast<std::size_t>(axis)]);
    shape.append(inputs[0].last());
    return shape;
}
template Result<Shape> upSamplingShape<1>(const Config& config, std::span<const Shape> inputs);
template Result<Shape> upSamplingShape<2>(const Config& config, std::span<const Shape> inputs);

graph::Value upSamplingFormula(const LayerCall& call)
{
    graph::Value x = call.inputs[0];
    const int axes = x.shape().rank() - 2;
    const std::array<Index, 2> times = timesOf(call.config(), axes);
    for (int axis = 1; axis <= axes; ++axis) {
        Shape once, often, together;
        for (int i = 0; i < x.shape().rank(); ++i) {
            const Index count = i == axis ? times[static_cast<std::size_t>(axis - 1)] : 1;
            once.append(x.shape()[i]);
            often.append(x.shape()[i]);
            if (i == axis) {
                once.append(1);
                often.append(count);
            }
            together.append(x.shape()[i] * count);
        }
        x = call.builder.reshape(call.builder.broadcast(call.builder.reshape(x, once), often), together);
    }
    return x;
}

} // namespace ulpscope
