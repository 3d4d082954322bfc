// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/core/merging_layers.h"

#include "engine/layer/layer_call.h"
#include "engine/tensor/ops.h"

#include <numeric>

namespace ulpscope {

namespace {

/// Keras counts the batch as axis 0 and negative axes from the last; rank counts the batch too.
int axisOf(std::int64_t axis, int rank)
{
    return static_cast<int>(axis < 0 ? axis + rank : axis);
}

template <class Merge>
graph::Value merged(const LayerCall& call, const Merge& merge)
{
    return std::accumulate(call.inputs.begin() + 1, call.inputs.end(), call.inputs[0], merge);
}

} // namespace

Result<Shape> concatenateShape(const Config& config, std::span<const Shape> inputs)
{
    const int rank = inputs[0].rank() + 1;
    const std::int64_t given = config.integer("axis");
    if (given >= rank || given < -rank || axisOf(given, rank) == 0)
        return Error{"axis",
            "expected an axis of " + inputs[0].text() + " other than the batch: 1 to "
                + std::to_string(rank - 1) + " or -1 to -" + std::to_string(rank - 1) + ", got "
                + std::to_string(given)};
    const int axis = axisOf(given, rank) - 1;
    Index extent = 0;
    for (const Shape& shape : inputs) {
        bool fits = shape.rank() == inputs[0].rank();
        for (int i = 0; fits && i < shape.rank(); ++i)
            fits = i == axis || shape[i] == inputs[0][i];
        if (!fits)
            return Error{"inputs",
                "expected shapes that differ in the concatenated axis only, got " + inputs[0].text() + " and "
                    + shape.text()};
        extent += shape[axis];
    }
    Shape result;
    for (int i = 0; i < inputs[0].rank(); ++i)
        result.append(i == axis ? extent : inputs[0][i]);
    return result;
}

graph::Value addFormula(const LayerCall& call)
{
    return merged(call, [](const graph::Value& a, const graph::Value& b) { return a + b; });
}

graph::Value subtractFormula(const LayerCall& call)
{
    return call.inputs[0] - call.inputs[1];
}

graph::Value multiplyFormula(const LayerCall& call)
{
    return merged(call, [](const graph::Value& a, const graph::Value& b) { return a * b; });
}

graph::Value averageFormula(const LayerCall& call)
{
    return addFormula(call) / static_cast<double>(call.inputs.size());
}

graph::Value maximumFormula(const LayerCall& call)
{
    return merged(call, [](const graph::Value& a, const graph::Value& b) { return maximum(a, b); });
}

graph::Value minimumFormula(const LayerCall& call)
{
    return merged(call, [](const graph::Value& a, const graph::Value& b) { return minimum(a, b); });
}

graph::Value concatenateFormula(const LayerCall& call)
{
    const int axis = axisOf(call.config().integer("axis"), call.output.rank());
    return merged(call,
        [&](const graph::Value& a, const graph::Value& b) { return call.builder.concatenate(a, b, axis); });
}

} // namespace ulpscope
