// SPDX-License-Identifier: GPL-3.0-or-later
// Layers that change nothing but the shape.
#pragma once

#include "engine/layer/layer_formula.h"

namespace ulpscope {

// InputLayer: the shape of one example. The model puts the batch where its output would be.
Result<Shape> inputShape(const Config& config, std::span<const Shape> inputs);
// Flatten: [batch, a, b, ...] to [batch, a b ...].
Result<Shape> flattenShape(const Config& config, std::span<const Shape> inputs);
// Reshape: to [batch, target_shape...]. One extent may be -1: what is left.
Result<Shape> reshapeShape(const Config& config, std::span<const Shape> inputs);
/// Flatten and Reshape: the same elements in the output's shape.
graph::Value reshapeFormula(const LayerCall& call);

} // namespace ulpscope
