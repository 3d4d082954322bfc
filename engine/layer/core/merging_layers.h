// SPDX-License-Identifier: GPL-3.0-or-later
// Layers that make one tensor of several.
#pragma once

#include "engine/layer/layer_formula.h"

namespace ulpscope {

// These take two or more inputs of one shape, left to right; Subtract two.
graph::Value addFormula(const LayerCall& call);
graph::Value subtractFormula(const LayerCall& call);
graph::Value multiplyFormula(const LayerCall& call);
graph::Value averageFormula(const LayerCall& call);
graph::Value maximumFormula(const LayerCall& call);
graph::Value minimumFormula(const LayerCall& call);
// Concatenate: inputs side by side along an axis other than the batch; their other extents agree.
Result<Shape> concatenateShape(const Config& config, std::span<const Shape> inputs);
graph::Value concatenateFormula(const LayerCall& call);

} // namespace ulpscope
