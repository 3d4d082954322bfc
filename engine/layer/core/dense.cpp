// SPDX-License-Identifier: GPL-3.0-or-later
// Dense: y = activation(x W + b)   x: [batch, ..., in]   W: [in, units]   b: [units]   y: [batch, ..., units]
#include "engine/graph/functions.h"
#include "engine/layer/layer_call.h"
#include "engine/layer/layer_formula.h"

namespace ulpscope {

Result<Shape> denseShape(const Config& config, std::span<const Shape> inputs)
{
    return inputs[0].withLast(config.integer("units"));
}

std::vector<std::string> denseVariables(const Config& config)
{
    return kernelAndBias(config.flag("use_bias"));
}

graph::Value denseFormula(const LayerCall& call)
{
    const graph::Value& x = call.inputs[0];
    const Index units = call.config().integer("units");
    const graph::Value product = matmul(x, call.variable("kernel", {x.shape().last(), units}));
    return graph::activation(call.config().text("activation"),
        call.config().flag("use_bias") ? product + call.variable("bias", {units}) : product);
}

} // namespace ulpscope
