// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/layer_policy.h"

#include "engine/layer/keras_class.h"

namespace ulpscope {

std::vector<ChildLayer> childrenOf(const LayerSpec& layer)
{
    const LayerClass* row = findRow(layerCatalog(), layer.className);
    if (row == nullptr || !row->isComposite())
        return {};
    const Result<Config> config = checkConfig(layer.config, row->parameters);
    return config ? row->composite.children(*config) : std::vector<ChildLayer>{};
}

Result<std::vector<LayerPolicy>> policiesOfLayer(
    const ModelSpec& model, EffectivePolicies& effective, std::size_t layer)
{
    const LayerSpec& spec = model.layers.at(layer);
    const std::string path = model.layerPath(spec);
    const bool hasPath = kerasClass(spec.className).hasPath();
    const Result<EffectivePolicy> given = effective.ofLayer(spec.policy, hasPath ? path : "");
    if (!given)
        return given.error();
    std::vector<LayerPolicy> policies{{path, *given, withoutMissingCall(spec.className, given->policy),
        spec.name, spec.className, layer, false, hasPath}};
    for (const ChildLayer& child : childrenOf(spec)) {
        const DTypePolicy* found = spec.childPolicy(child.name);
        const auto own = found == nullptr ? std::optional<DTypePolicy>() : *found;
        const std::string childPath = path + "/" + child.name;
        const Result<EffectivePolicy> childGiven
            = effective.ofChild(own, {spec.policy, path}, child.hasPath ? childPath : "");
        if (!childGiven)
            return childGiven.error().within("children." + child.name);
        policies.push_back({childPath, *childGiven, withoutMissingCall(child.className, childGiven->policy),
            child.name, child.className, layer, true, child.hasPath});
    }
    return policies;
}

Result<LayerRecipe> recipeOfLayer(const std::optional<Component>& own, const PolicySettings& settings,
    std::string_view className, const DTypePolicy& applied)
{
    LayerRecipe found;
    found.isOwn = own.has_value();
    found.component = own.value_or(settings.recipe);
    const Result<Recipe> recipe = makeRecipe(found.component);
    if (!recipe)
        return recipe.error().within(found.isOwn ? "recipe" : "policies.recipe");
    if (recipe->isNone())
        return found;
    const LayerClass* row = findRow(layerCatalog(), className);
    if (row == nullptr || !row->isLinear)
        found.whyNot = std::string(className) + " takes no recipe";
    else if (hasIntegerKernel(applied))
        found.whyNot = "under " + applied.name + " it multiplies integers";
    else
        found.recipe = *recipe;
    return found;
}

} // namespace ulpscope
