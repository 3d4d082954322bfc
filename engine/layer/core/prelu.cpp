// SPDX-License-Identifier: GPL-3.0-or-later
// PReLU: relu(x) - alpha relu(-x), where alpha is learnt (keras/src/layers/activations/prelu.py). alpha: the input's shape for one example,
// with 1 for each shared axis; these count from 1, after the batch.
#include "engine/graph/functions.h"
#include "engine/layer/layer_call.h"

namespace ulpscope {

Result<Shape> preluShape(const Config& config, std::span<const Shape> inputs)
{
    const int rank = inputs[0].rank();
    for (const std::int64_t axis : config.list("shared_axes"))
        if (axis > rank)
            return Error{"shared_axes",
                message("expected axes from 1 to %1, for inputs of %2")
                    .with(std::to_string(rank))
                    .with(inputs[0].text())};
    return inputs[0];
}

std::vector<std::string> preluVariables(const Config&)
{
    return {"alpha"};
}

graph::Value preluFormula(const LayerCall& call)
{
    const graph::Value& x = call.inputs[0];
    const Shape shape = graph::withOnes(
        x.shape(), static_cast<std::uint8_t>(1 | call.axes(call.config().list("shared_axes"))));
    Shape ofExample;
    for (int axis = 1; axis < shape.rank(); ++axis)
        ofExample.append(shape[axis]);
    const graph::Value alpha = call.variable("alpha", ofExample);
    const graph::Value above = graph::activation("relu", x);
    const graph::Value below = -alpha * graph::activation("relu", -x);
    return above + below;
}

} // namespace ulpscope
