// SPDX-License-Identifier: GPL-3.0-or-later
// UnitNormalization: x / ||x||, along some axes, as x min(rsqrt(sum of x^2), 1e12) (keras/src/ops/nn.py, normalize). Narrow formats are
// summed in float32 and rounded once, as jnp.sum does.
#include "engine/graph/functions.h"
#include "engine/layer/layer_call.h"
#include "engine/layer/support/axes_last.h"

namespace ulpscope {

namespace {

constexpr double kLargestInverse = 1e12; ///< 1 / epsilon

} // namespace

Result<Shape> unitNormalizationShape(const Config& config, std::span<const Shape> inputs)
{
    const Result<AxesLast> axes = AxesLast::find(config.list("axis"), inputs[0], true);
    return axes ? Result<Shape>(inputs[0]) : Result<Shape>(axes.error());
}

std::optional<graph::Value> unitNormalizationFormula(const LayerCall& call)
{
    const graph::Value& x = call.inputs[0];
    std::uint8_t axes = 0;
    for (const std::int64_t axis : call.config().list("axis"))
        axes = static_cast<std::uint8_t>(axes | 1U << (axis < 0 ? axis + x.shape().rank() : axis));
    Shape ones;
    for (int axis = 0; axis < x.shape().rank(); ++axis)
        ones.append((axes >> axis & 1) != 0 ? 1 : x.shape()[axis]);
    graph::Builder& builder = call.builder;
    const graph::Value sum
        = builder.sum(graph::square(x), axes, graph::SumOrder::Sequential, SumRounding::Once);
    const graph::Value inverse = rsqrt(builder.reshape(sum, ones));
    return x * minimum(inverse, kLargestInverse);
}

} // namespace ulpscope
