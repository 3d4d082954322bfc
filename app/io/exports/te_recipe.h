// SPDX-License-Identifier: GPL-3.0-or-later
// A layer's float8 policy or scaling recipe as an object of transformer_engine.common.recipe, version 2.20.
#pragma once

#include "engine/policy/recipe.h"

#include <optional>
#include <string>

namespace ulpscope {

struct TeRecipe
{
    std::string name; ///< the variable that holds it: "RECIPE_1024", "RECIPE_TE_CURRENT"
    std::string className; ///< "DelayedScaling"
    std::string arguments; ///< "margin=0, fp8_format=Format.HYBRID"
};

/// recipe: the one that applies to the layer, with all parameters. None where Transformer Engine has no such recipe and
/// the policy is not float8: the layer then is not quantized.
std::optional<TeRecipe> teRecipeOf(const DTypePolicy& policy, const Component& recipe);

} // namespace ulpscope
