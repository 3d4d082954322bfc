// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of layers with their policies: each layer, and under a composite its children.
#pragma once

#include "engine/layer/layer_catalog.h"
#include "engine/model/model_spec.h"
#include "engine/policy/recipe.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ulpscope {

struct LayerPolicy
{
    std::string path; ///< "mha/query"
    EffectivePolicy given; ///< as the session says, and where that comes from
    /// A quantized policy's source where the layer has no such call, as Keras' model.quantize leaves such layers out.
    DTypePolicy applied;
    std::string name; ///< "query"
    std::string className;
    std::size_t layer = 0; ///< position in the model, of a child that of its composite
    bool isChild = false;
    bool hasPath = true; ///< in Keras; a map's keys cannot reach a layer without
};

/// The children of a layer whose class and config are right; none for any other.
std::vector<ChildLayer> childrenOf(const LayerSpec& layer);

/// The layer, then its children in the order in which they run. Errors have no place, or that of a child:
/// "children.query".
Result<std::vector<LayerPolicy>> policiesOfLayer(
    const ModelSpec& model, EffectivePolicies& effective, std::size_t layer);

/// The recipe that applies to a layer or a child.
struct LayerRecipe
{
    Component component = noRecipe();
    Recipe recipe = {};
    bool isOwn = false; ///< the layer's, or its composite's; else the session's
    /// Why a recipe that is there does not apply: "Dropout has no products"; empty if it does or there is none.
    std::string whyNot = {};
};
/// own: the layer's, or its composite's; applied: the policy that it computes under. Errors are at "recipe.class" and the
/// like, or where the session's is wrong at "policies.recipe".
Result<LayerRecipe> recipeOfLayer(const std::optional<Component>& own, const PolicySettings& settings,
    std::string_view className, const DTypePolicy& applied);

} // namespace ulpscope
