// SPDX-License-Identifier: GPL-3.0-or-later
// RepeatVector: n times the same vector, one after the other. x: [batch, features]   y: [batch, n, features]
// (keras/src/layers/reshaping/repeat_vector.py)
#include "engine/layer/layer_call.h"

namespace ulpscope {

Result<Shape> repeatVectorShape(const Config& config, std::span<const Shape> inputs)
{
    if (inputs[0].rank() != 1)
        return Error{"inputs", message("expected vectors, got %1").with(inputs[0].text())};
    return Shape{config.integer("n"), inputs[0][0]};
}

graph::Value repeatVectorFormula(const LayerCall& call)
{
    const graph::Value& x = call.inputs[0];
    const graph::Value once = call.builder.reshape(x, {x.shape()[0], 1, x.shape()[1]});
    return call.builder.broadcast(once, call.output);
}

} // namespace ulpscope
