// SPDX-License-Identifier: GPL-3.0-or-later
// Permute: axis i of the output is axis dims[i] of the input; both count from 1, after the batch (keras/src/layers/reshaping/permute.py).
#include "engine/layer/layer_call.h"

#include <algorithm>
#include <numeric>

namespace ulpscope {

Result<Shape> permuteShape(const Config& config, std::span<const Shape> inputs)
{
    const std::vector<std::int64_t>& dims = config.list("dims");
    std::vector<std::int64_t> counted(static_cast<std::size_t>(inputs[0].rank()));
    std::iota(counted.begin(), counted.end(), 1);
    if (!std::ranges::is_permutation(dims, counted))
        return Error{"dims",
            message("expected the numbers from 1 to %1 in some order, for inputs of %2")
                .with(std::to_string(inputs[0].rank()))
                .with(inputs[0].text())};
    Shape shape;
    for (const std::int64_t axis : dims)
        shape.append(inputs[0][static_cast<int>(axis) - 1]);
    return shape;
}

graph::Value permuteFormula(const LayerCall& call)
{
    std::vector<int> permutation{0}; // the batch stays
    for (const std::int64_t axis : call.config().list("dims"))
        permutation.push_back(static_cast<int>(axis));
    return call.builder.permute(call.inputs[0], permutation);
}

} // namespace ulpscope
