// SPDX-License-Identifier: GPL-3.0-or-later
// UnitNormalization: x / ||x||, along some axes, as x min(rsqrt(sum of x^2), 1e12) (keras/src/ops/nn.py, normalize). Narrow formats are
// summed in float32 and rounded once, as jnp.sum does.
#include "engine/graph/functions.h"
#include "engine/layer/layer_call.h"
#include "engine/layer/support/axes.h"

namespace ulpscope {

namespace {

constexpr double kLargestInverse = 1e12; ///< 1 / epsilon

} // namespace

Result<Shape> unitNormalizationShape(const Config& config, std::span<const Shape> inputs)
{
    const Status axes = checkAxes(config.list("axis"), inputs[0], true);
    return axes ? Result<Shape>(inputs[0]) : Result<Shape>(axes.error());
}

graph::Value unitNormalizationFormula(const LayerCall& call)
{
    const graph::Value& x = call.inputs[0];
    const std::uint8_t axes = call.axes(call.config().list("axis"));
    graph::Builder& builder = call.builder;
    const graph::Value sum
        = builder.sum(graph::square(x), axes, graph::SumOrder::Sequential, SumRounding::Once);
    const graph::Value inverse = rsqrt(builder.reshape(sum, graph::withOnes(x.shape(), axes)));
    return x * minimum(inverse, kLargestInverse);
}

} // namespace ulpscope
