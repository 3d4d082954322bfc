// SPDX-License-Identifier: GPL-3.0-or-later
// ZeroPadding1D and 2D put zeros around steps or pixels, Cropping1D and 2D take steps or pixels away (keras/src/layers/reshaping).
// x: [batch, steps, features] or [batch, height, width, channels]
#include "engine/layer/layer_call.h"

#include <array>

namespace ulpscope {

namespace {

/// Before and after, for each axis between the batch and the features.
using Borders = std::vector<std::array<Index, 2>>;

/// One number is that of all sides; two of an image are those of its height and width.
Borders bordersOf(std::span<const std::int64_t> given, std::size_t axes)
{
    Borders borders(axes);
    for (std::size_t i = 0; i < 2 * axes; ++i)
        borders[i / 2][i % 2] = given[i * given.size() / (2 * axes)];
    return borders;
}

/// The input's shape with its borders added, or taken away where `sign` is -1.
Result<Shape> borderedShape(
    const Config& config, const char* parameter, std::span<const Shape> inputs, int axes, Index sign)
{
    const Shape& input = inputs[0];
    if (input.rank() != axes + 1)
        return Error{"inputs",
            "expected an input of shape "
                + std::string(axes == 1 ? "(steps, features)" : "(height, width, channels)") + ", got "
                + input.text()};
    const std::vector<std::int64_t>& given = config.list(parameter);
    if (given.size() != 1 && given.size() != 2 && given.size() != 2 * static_cast<std::size_t>(axes))
        return Error{parameter,
            std::string("expected ") + (axes == 1 ? "1 or 2" : "1, 2 or 4") + " numbers, got "
                + std::to_string(given.size())};
    const Borders borders = bordersOf(given, static_cast<std::size_t>(axes));
    Shape shape;
    for (int axis = 0; axis < axes; ++axis) {
        const auto& border = borders[static_cast<std::size_t>(axis)];
        shape.append(input[axis] + sign * (border[0] + border[1]));
        if (shape.last() < 1)
            return Error{parameter, "expected something to be left of " + input.text()};
    }
    shape.append(input.last());
    return shape;
}

/// Each axis of the call's input changed by change(x, axis, border).
template <class Change>
graph::Value overAxes(const LayerCall& call, const char* parameter, const Change& change)
{
    graph::Value x = call.inputs[0];
    const auto axes = static_cast<std::size_t>(x.shape().rank() - 2);
    const Borders borders = bordersOf(call.config().list(parameter), axes);
    for (std::size_t axis = 0; axis < axes; ++axis)
        if (borders[axis][0] + borders[axis][1] > 0)
            x = change(x, static_cast<int>(axis) + 1, borders[axis]);
    return x;
}

} // namespace

template <int kAxes>
Result<Shape> zeroPaddingShape(const Config& config, std::span<const Shape> inputs)
{
    return borderedShape(config, "padding", inputs, kAxes, 1);
}
template Result<Shape> zeroPaddingShape<1>(const Config& config, std::span<const Shape> inputs);
template Result<Shape> zeroPaddingShape<2>(const Config& config, std::span<const Shape> inputs);

template <int kAxes>
Result<Shape> croppingShape(const Config& config, std::span<const Shape> inputs)
{
    return borderedShape(config, "cropping", inputs, kAxes, -1);
}
template Result<Shape> croppingShape<1>(const Config& config, std::span<const Shape> inputs);
template Result<Shape> croppingShape<2>(const Config& config, std::span<const Shape> inputs);

graph::Value zeroPaddingFormula(const LayerCall& call)
{
    return overAxes(call, "padding", [&](const graph::Value& x, int axis, const auto& border) {
        return call.builder.pad(x, axis, border[0], x.shape()[axis] + border[0] + border[1]);
    });
}

graph::Value croppingFormula(const LayerCall& call)
{
    return overAxes(call, "cropping", [&](const graph::Value& x, int axis, const auto& border) {
        return call.builder.slice(x, axis, border[0], x.shape()[axis] - border[0] - border[1]);
    });
}

} // namespace ulpscope
