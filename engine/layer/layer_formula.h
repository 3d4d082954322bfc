// SPDX-License-Identifier: GPL-3.0-or-later
// A layer as its formula: what call() computes, in the order of Keras' source, without a dtype or a gradient. Rows of the catalog that
// have one can be shown, and computed, as operations.
#pragma once

#include "engine/base/config.h"
#include "engine/tensor/shape.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ulpscope {

namespace graph {
class Value;
}
struct LayerCall; // layer_call.h

/// The names of the variables of a layer with a product.
std::vector<std::string> kernelAndBias(bool hasBias);

/// Nothing where what is configured has no formula yet.
using LayerFormula = std::optional<graph::Value> (*)(const LayerCall& call);
/// As Layer::outputShape().
using LayerShape = Result<Shape> (*)(const Config& config, std::span<const Shape> inputs);

} // namespace ulpscope
