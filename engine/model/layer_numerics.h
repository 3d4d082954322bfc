// SPDX-License-Identifier: GPL-3.0-or-later
// A layer's policy, its recipe and its overrides, resolved to the formats and accumulators that it computes with.
#pragma once

#include "engine/layer/layer_catalog.h"
#include "engine/policy/recipe.h"

namespace ulpscope {

/// Errors at "policy" for dtypes that no format of ours computes in, or at a knob, "numerics.forward.kernel": for a
/// wrong text, a knob that means nothing for the class, an accumulator that does not take its operands.
/// recipe: the one that applies, recipeOfLayer().
Result<LayerNumerics> resolveNumerics(
    const DTypePolicy& policy, const Recipe& recipe, const NumericsSpec& spec, const LayerClass& layerClass);

} // namespace ulpscope
