// SPDX-License-Identifier: GPL-3.0-or-later
// Scaling recipes: names for what a stack does with the six operands of a linear layer's three products. A recipe stands
// between the dtype policy and the layer's own overrides: it fills in operands, and an override that is set wins over it. Each row
// names the code that it follows.
#pragma once

#include "engine/base/catalog.h"
#include "engine/policy/overrides.h"
#include "engine/scaling/tensor_scaling.h"

#include <optional>
#include <span>
#include <string_view>

namespace ulpscope {

/// A recipe with its parameters filled in.
struct Recipe
{
    NumericsSpec operands = {}; ///< texts for operand overrides; those without one are the policy's
    /// Where operands are scaled by the amaxes of earlier steps. `operands` then are the bare formats.
    std::optional<ScalingSettings> scaling = {};

    bool isNone() const { return operands.isEmpty(); }
};

struct RecipeTraits
{
    std::string_view source = {}; ///< code or paper
    Recipe (*make)(const Config& config) = nullptr; ///< makes a recipe of a checked config
};

struct RecipeClass : ClassSpec, RecipeTraits
{
};

/// The recipes in teaching order; the first is "none".
std::span<const RecipeClass> recipeCatalog();

/// The component of sessions and layers without a recipe.
Component noRecipe();

/// Errors at "class" or the parameter's name.
Result<Recipe> makeRecipe(const Component& component);

} // namespace ulpscope
