// SPDX-License-Identifier: GPL-3.0-or-later
// A layer's policy, its recipe and its overrides, resolved to the formats and accumulators that it computes with.
#pragma once

#include "engine/layer/layer_catalog.h"
#include "engine/policy/effective_policy.h"
#include "engine/policy/recipe.h"

#include <optional>
#include <string>
#include <string_view>

namespace ulpscope {

/// The recipe that applies to a layer or a child.
struct LayerRecipe
{
    Component component = noRecipe();
    Recipe recipe = {};
    bool isOwn = false; ///< the layer's, or its composite's; else the session's
    /// Why a recipe that is there does not apply: "Dropout has no products"; empty if it does or there is none.
    std::string whyNot = {};
};
/// own: the layer's, or its composite's; policy: the one that it computes under. Errors are at "recipe.class" and the
/// like, or where the session's is wrong at "policies.recipe".
Result<LayerRecipe> recipeOfLayer(const std::optional<Component>& own, const PolicySettings& settings,
    std::string_view className, const DTypePolicy& policy);

/// Errors at "policy" for dtypes that no format of ours computes in, or at an override, "numerics.forward.kernel": for a
/// wrong text, an override that means nothing for the class, an accumulator that does not take its operands.
/// recipe: the one that applies, recipeOfLayer().
Result<LayerNumerics> resolveNumerics(
    const DTypePolicy& policy, const Recipe& recipe, const NumericsSpec& spec, const LayerClass& layerClass);

} // namespace ulpscope
