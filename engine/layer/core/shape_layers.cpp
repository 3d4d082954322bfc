// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/core/shape_layers.h"

#include "engine/layer/layer_call.h"

namespace ulpscope {

Result<Shape> inputShape(const Config& config, std::span<const Shape>)
{
    const std::vector<std::int64_t>& extents = config.list("shape");
    if (extents.empty() || extents.size() + 1 > static_cast<std::size_t>(Shape::kMaxRank))
        return Error{"shape", "expected 1 to 5 extents, got " + std::to_string(extents.size())};
    Shape shape;
    constexpr Index kMaxElements = 1 << 24;
    Index elements = 1;
    for (const std::int64_t extent : extents) {
        shape.append(extent);
        elements *= extent;
        if (elements > kMaxElements)
            return Error{"shape", "expected at most 16777216 elements in one example"};
    }
    return shape;
}

Result<Shape> flattenShape(const Config&, std::span<const Shape> inputs)
{
    return Shape{inputs[0].elements()};
}

Result<Shape> reshapeShape(const Config& config, std::span<const Shape> inputs)
{
    const std::vector<std::int64_t>& target = config.list("target_shape");
    if (target.empty() || target.size() + 1 > static_cast<std::size_t>(Shape::kMaxRank))
        return Error{"target_shape", "expected 1 to 5 extents, got " + std::to_string(target.size())};
    const Index elements = inputs[0].elements();
    Index known = 1;
    int unknown = 0;
    bool fits = true;
    for (const std::int64_t extent : target) {
        unknown += extent == -1 ? 1 : 0;
        fits = fits && extent != 0 && known <= elements;
        known *= extent > 0 && fits ? extent : 1;
    }
    if (!fits || unknown > 1 || (unknown == 0 ? known != elements : elements % known != 0))
        return Error{"target_shape",
            "cannot reshape " + inputs[0].text() + ": expected extents whose product is "
                + std::to_string(elements) + ", at most one of them -1"};
    Shape shape;
    for (const std::int64_t extent : target)
        shape.append(extent == -1 ? elements / known : extent);
    return shape;
}

graph::Value reshapeFormula(const LayerCall& call)
{
    return call.builder.reshape(call.inputs[0], call.output);
}

} // namespace ulpscope
