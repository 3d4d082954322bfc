// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/core/input_layer.h"

namespace ulpscope {

Result<Shape> InputLayer::outputShape(std::span<const Shape>) const
{
    const std::vector<std::int64_t>& extents = options().config.list("shape");
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

} // namespace ulpscope
