// SPDX-License-Identifier: GPL-3.0-or-later
// Layers that make one tensor of several.
#pragma once

#include "engine/layer/layer.h"
#include "engine/layer/layer_formula.h"

namespace ulpscope {

// These take two or more inputs of one shape, left to right; Subtract two.
std::optional<graph::Value> addFormula(const LayerCall& call);
std::optional<graph::Value> subtractFormula(const LayerCall& call);
std::optional<graph::Value> multiplyFormula(const LayerCall& call);
std::optional<graph::Value> averageFormula(const LayerCall& call);
std::optional<graph::Value> maximumFormula(const LayerCall& call);
std::optional<graph::Value> minimumFormula(const LayerCall& call);
// Concatenate: inputs side by side along an axis other than the batch; their other extents agree.
Result<Shape> concatenateShape(const Config& config, std::span<const Shape> inputs);
std::optional<graph::Value> concatenateFormula(const LayerCall& call);

} // namespace ulpscope
