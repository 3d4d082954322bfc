// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/policy/keras_policy_map.h"

#include "engine/base/number_text.h"
#include "engine/model/model_plan.h"
#include "engine/model/resolved_policies.h"
#include "engine/policy/legacy_policy.h"
#include "engine/policy/recipe.h"
#include "engine/scaling/loss_scale.h"
#include "engine/session/compile_outcome.h"

#include <algorithm>
#include <iterator>

namespace ulpscope {

namespace {

void setExact(DTypePolicyMap& map, const std::string& key, const DTypePolicy& policy)
{
    const auto found
        = std::find_if(map.entries.begin(), map.entries.end(), [&](const auto& e) { return e.first == key; });
    if (found == map.entries.end())
        map.entries.emplace_back(key, policy);
    else
        found->second = policy;
}

bool resolves(PolicyMapLookup& map, const ResolvedPolicy& layer)
{
    const Result<MapLookup> found = map.find(layer.path);
    return found && found->policy == layer.kept;
}

DTypePolicyMap mapFor(const PolicySettings& settings, const std::vector<ResolvedPolicy>& layers)
{
    // A float8 default would reach layers without a float8 call, which Keras then refuses to run.
    DTypePolicyMap map{sourcePolicy(settings.global), settings.map};
    PolicyMapLookup lookup(map);
    for (const ResolvedPolicy& layer : layers)
        if (layer.given->origin == PolicyOrigin::Own || !resolves(lookup, layer))
            setExact(map, layer.path, layer.kept);
    if (std::all_of(layers.begin(), layers.end(),
            [&](const ResolvedPolicy& layer) { return resolves(lookup, layer); }))
        return map;
    // A new key was a regex that another path matched too. Exact keys come first in a lookup, so one for each
    // is safe.
    for (const ResolvedPolicy& layer : layers)
        setExact(map, layer.path, layer.kept);
    return map;
}

void leaveOutLossScale(
    const SessionSpec& session, const std::optional<DTypePolicy>& modelPolicy, std::vector<Message>& leftOut)
{
    const LossScale scale = lossScaleOf(session);
    const std::string factor = shortestText(static_cast<double>(scale.scale));
    const bool wraps = modelPolicy && modelPolicy->name == "mixed_float16";
    const LossScale compiled
        = findRow(lossScaleCatalog(), "dynamic")
              ->make(*checkConfig({}, findRow(lossScaleCatalog(), "dynamic")->parameters));
    if (scale.rule == &kKerasLossScale && !(wraps && scale == compiled))
        leftOut.push_back(
            message("The dynamic loss scale: %1; use keras.optimizers.LossScaleOptimizer(optimizer, "
                    "initial_scale=%2, dynamic_growth_steps=%3).")
                .with(modelPolicy
                        ? message("Keras' compile makes none like it for this policy")
                        : message("Keras' compile does not wrap the optimizer of a model whose policy "
                                  "is a DTypePolicyMap"))
                .with(verbatim(factor))
                .with(verbatim(std::to_string(scale.growthSteps))));
    else if (scale.isScaled() && scale.rule != &kFixedLossScale && scale.rule != &kKerasLossScale)
        leftOut.push_back(
            message("The loss scale %1, %2 at the first step: its rule is not one of Keras 3's.")
                .with(effectiveLossScale(session).className)
                .with(factor));
    if (scale.rule != &kKerasLossScale && wraps)
        leftOut.push_back(
            message("That there is no dynamic loss scale: give compile auto_scale_loss=False, or Keras makes "
                    "one for a model under mixed_float16."));
    if (scale.rule == &kFixedLossScale && scale.scale != 1)
        leftOut.push_back(message("The fixed loss scale %1: give the optimizer loss_scale_factor=%2.")
                              .with(factor)
                              .with(verbatim(factor)));
}

} // namespace

void leaveOutNumerics(const ModelSpec& model, std::vector<Message>& leftOut)
{
    for (const LayerSpec& layer : model.layers) {
        std::string settings;
        for (const NumericsOverrideRow& row : numericsOverrides())
            if (layer.numerics[row.setting])
                settings += (settings.empty() ? "" : ", ") + std::string(row.path) + " "
                    + *layer.numerics[row.setting];
        if (!settings.empty())
            leftOut.push_back(message("The numerics of %1 (%2): a policy cannot say them.")
                                  .with(model.layerPath(layer))
                                  .with(settings));
    }
}

void leaveOutRecipes(const SessionSpec& session, std::vector<Message>& leftOut)
{
    const std::string none = noRecipe().className;
    if (session.policies.recipe.className != none)
        leftOut.push_back(
            message("The recipe %1: a policy cannot say it.").with(session.policies.recipe.className));
    for (const LayerSpec& layer : session.model.layers)
        if (layer.recipe && layer.recipe->className != none)
            leftOut.push_back(message("The recipe %1 of %2: a policy cannot say it.")
                                  .with(layer.recipe->className)
                                  .with(session.model.layerPath(layer)));
}

namespace {

/// Policies that the session's Keras does not have.
void leaveOutMissing(const SessionSpec& session, std::vector<Message>& leftOut)
{
    std::vector<std::string> names;
    const auto add = [&](const DTypePolicy& policy) {
        const bool isNew = std::find(names.begin(), names.end(), policy.name) == names.end();
        if (!isNew || !versionRefusal(policy, session.policies.keras))
            return;
        names.push_back(policy.name);
        leftOut.push_back(
            message("The policy %1 for %2, which does not have it and refuses the export: the head of "
                    "Keras' repository takes it.")
                .with(policy.name)
                .with(kerasName(session.policies.keras)));
    };
    add(session.policies.global);
    for (const auto& [key, policy] : session.policies.map)
        add(policy);
    for (const PolicyHolder& holder : policyHolders(session.model))
        if (holder.own)
            add(*holder.own);
}

/// Children without a path, whose policy the map's default is not.
void leaveOutUnreachable(
    const ResolvedPolicy& layer, const DTypePolicyMap& map, std::vector<Message>& leftOut)
{
    if (layer.kept != map.defaultPolicy)
        leftOut.push_back(
            message("The policy %1 of %2: Keras gives this layer no path, so a map gives it its default; %3.")
                .with(layer.kept.name)
                .with(layer.path)
                .with(layer.isChild ? message(
                          "give the layer that it is part of a DTypePolicyMap of its own with this default")
                                    : message("give the layer itself dtype=\"%1\"").with(layer.kept.name)));
}

} // namespace

SessionSpec withKeras3Policies(const SessionSpec& session)
{
    SessionSpec plain = session;
    const auto makePlain = [&](DTypePolicy& policy, const std::string& inferredDtype) {
        policy = policy.isInferred() ? inferredPolicy(inferredDtype) : plainPolicy(policy);
    };
    DTypePolicy& global = plain.policies.global;
    if (global.isOfOlderFamily()) {
        plain.training.lossScale = effectiveLossScale(session);
        plain.policies.floatx = floatxName(session.policies);
        makePlain(global, floatxName(session.policies));
    }
    for (auto& [key, policy] : plain.policies.map)
        makePlain(policy, floatxName(session.policies));
    const std::vector<LayerPolicies> resolved = policiesByLayer(session.model, session.policies);
    for (std::size_t i = 0; i < plain.model.layers.size(); ++i) {
        LayerSpec& layer = plain.model.layers[i];
        const ResolvedPolicy& given = resolved.at(i).front();
        const bool isInferred = given.given && !given.given->inferredAs.empty();
        if (layer.policy)
            makePlain(*layer.policy, isInferred ? given.kept.computeDtype : "float32");
        else if (isInferred && !given.isInput) // the layers under an inferred global policy may differ
            layer.policy = given.kept;
        for (auto& [child, policy] : layer.children)
            makePlain(policy, given.kept.computeDtype);
    }
    return plain;
}

Result<KerasExport> exportKerasMap(const SessionSpec& given)
{
    const SessionSpec session = withKeras3Policies(given);
    const Result<std::vector<ResolvedPolicy>> all = resolvePolicies(session.model, session.policies);
    if (!all)
        return all.error();
    std::vector<ResolvedPolicy> layers;
    std::copy_if(all->begin(), all->end(), std::back_inserter(layers),
        [](const ResolvedPolicy& layer) { return layer.hasPath; });
    KerasExport result{mapFor(session.policies, layers), {}};
    for (const ResolvedPolicy& layer : *all)
        if (!layer.hasPath)
            leaveOutUnreachable(layer, result.map, result.leftOut);
    for (Message& sentence : leftOutOfPolicies(session, std::nullopt))
        result.leftOut.push_back(std::move(sentence));
    return result;
}

std::vector<Message> leftOutOfPolicies(
    const SessionSpec& session, const std::optional<DTypePolicy>& modelPolicy)
{
    std::vector<Message> leftOut;
    leaveOutMissing(session, leftOut);
    leaveOutNumerics(session.model, leftOut);
    leaveOutRecipes(session, leftOut);
    leaveOutLossScale(session, modelPolicy, leftOut);
    if (session.training.lossWeight != 1)
        leftOut.push_back(message("The loss weight %1: give compile loss_weights=[%2].")
                              .with(shortestText(session.training.lossWeight))
                              .with(verbatim(shortestText(session.training.lossWeight))));
    if (const std::string floatx(floatxFor(session.policies).name); floatx != "float32")
        leftOut.push_back(
            message("The %1 inputs and loss: Keras' Input and losses ignore policies; also call "
                    "keras.config.set_floatx(\"%1\").")
                .with(floatx));
    return leftOut;
}

} // namespace ulpscope
