// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/resolved_policies.h"

#include "engine/layer/keras_class.h"
#include "engine/policy/legacy_policy.h"

namespace ulpscope {

namespace {

std::vector<PolicyHolder> holdersOf(const ModelSpec& model, std::size_t layer)
{
    const LayerSpec& spec = model.layers.at(layer);
    const LayerClass* row = findRow(layerCatalog(), spec.className);
    std::vector<PolicyHolder> holders{{.path = model.layerPath(spec),
        .name = spec.name,
        .className = spec.className,
        .layer = layer,
        .isInput = row != nullptr && row->maxInputs == 0,
        .hasPath = kerasClass(spec.className).hasPath(),
        .own = spec.policy}};
    for (const ChildLayer& child : childrenOf(spec)) {
        const DTypePolicy* own = spec.childPolicy(child.name);
        const std::string parentPath = holders.front().path;
        holders.push_back({.path = parentPath + '/' + child.name,
            .name = child.name,
            .className = child.className,
            .layer = layer,
            .isChild = true,
            .hasPath = child.hasPath,
            .own = own == nullptr ? std::nullopt : std::optional(*own),
            .passedOn = spec.policy,
            .parentName = spec.name,
            .parentPath = parentPath});
    }
    return holders;
}

Result<EffectivePolicy> givenTo(const PolicyHolder& holder, EffectivePolicies& effective)
{
    if (!holder.own && holder.passedOn)
        return EffectivePolicy{*holder.passedOn, PolicyOrigin::PassedOn, {}, holder.parentPath};
    return effective.ofLayer(holder.own, holder.hasPath ? holder.path : "");
}

/// The dtype of a layer's first input: the compute dtype of the layer before, that of Input layers floatx.
std::string firstInputDtype(const ModelSpec& model, EffectivePolicies& effective, std::size_t layer)
{
    while (true) {
        const std::vector<std::size_t> inputs
            = layer == 0 ? std::vector<std::size_t>() : model.inputsOf(layer);
        if (inputs.empty() || inputs.front() == 0 || inputs.front() >= layer)
            return floatxName(effective.settings());
        layer = inputs.front();
        const Result<EffectivePolicy> before = givenTo(holdersOf(model, layer).front(), effective);
        if (!before)
            return floatxName(effective.settings());
        if (!before->policy.isInferred())
            return before->policy.computeDtype;
    }
}

} // namespace

std::vector<ChildLayer> childrenOf(const LayerSpec& layer)
{
    const LayerClass* row = findRow(layerCatalog(), layer.className);
    if (row == nullptr || !row->isComposite())
        return {};
    const Result<Config> config = checkConfig(layer.config, row->parameters);
    return config ? row->composite.children(*config) : std::vector<ChildLayer>{};
}

std::vector<PolicyHolder> policyHolders(const ModelSpec& model)
{
    std::vector<PolicyHolder> all;
    for (std::size_t i = 0; i < model.layers.size(); ++i)
        for (PolicyHolder& holder : holdersOf(model, i))
            if (!holder.isInput)
                all.push_back(std::move(holder));
    return all;
}

DTypePolicy trainedPolicy(const LayerClass& layerClass, const DTypePolicy& given)
{
    const bool isComputed = (given.isFloat8() || hasIntegerKernel(given)) && layerClass.formula.isLinear
        && hasQuantizedCall(layerClass.name, given.quantizationMode);
    return given.isQuantized() && !isComputed ? sourcePolicy(given) : given;
}

Message whyTrainedOtherwise(const std::string& className, const DTypePolicy& given)
{
    const std::string& mode = given.quantizationMode;
    if (!hasQuantizedCall(className, mode))
        return message("%1 has no %2 call, so Keras' model.quantize would skip it")
            .with(className)
            .with(mode);
    // GPTQ needs a Hessian and AWQ activations.
    if (mode == "gptq" || mode == "awq")
        return message(
            "Keras raises where a layer made with a %1 policy is called, and one from model.quantize multiplies by "
            "its float kernel until it has been calibrated on data, which a session does not do")
            .with(mode);
    return message(
        "%2 numbers of %1 are not emulated; Keras stores its weights rounded to them, and they do not train")
        .with(className)
        .with(mode);
}

LayerPolicies policiesOfLayer(const ModelSpec& model, EffectivePolicies& effective, std::size_t layer)
{
    LayerPolicies policies;
    for (PolicyHolder& holder : holdersOf(model, layer)) {
        Result<EffectivePolicy> given = givenTo(holder, effective);
        if (given && given->policy.isInferred()) { // a child's first input is the composite's, cast
            given->inferredAs = given->policy.name;
            given->policy = inferredPolicy(holder.isChild && policies.front().given
                    ? policies.front().kept.computeDtype
                    : firstInputDtype(model, effective, layer));
        }
        DTypePolicy kept
            = given ? withoutMissingCall(holder.className, plainPolicy(given->policy)) : DTypePolicy{};
        policies.push_back({std::move(holder), std::move(given), std::move(kept)});
    }
    return policies;
}

std::optional<Error> firstError(const LayerPolicies& layer)
{
    for (const ResolvedPolicy& policy : layer)
        if (!policy.given)
            return policy.isChild ? policy.given.error().within("children." + policy.name)
                                  : policy.given.error();
    return std::nullopt;
}

std::vector<LayerPolicies> policiesByLayer(const ModelSpec& model, const PolicySettings& settings)
{
    std::vector<LayerPolicies> layers;
    EffectivePolicies effective(settings);
    for (std::size_t i = 0; i < model.layers.size(); ++i)
        layers.push_back(policiesOfLayer(model, effective, i));
    return layers;
}

Result<std::vector<ResolvedPolicy>> resolvePolicies(const ModelSpec& model, const PolicySettings& settings)
{
    std::vector<ResolvedPolicy> all;
    EffectivePolicies effective(settings);
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        LayerPolicies layer = policiesOfLayer(model, effective, i);
        if (layer.front().isInput) // whose dtype is floatx
            continue;
        if (const std::optional<Error> error = firstError(layer))
            return error->within("layers[" + std::to_string(i) + "]");
        std::move(layer.begin(), layer.end(), std::back_inserter(all));
    }
    return all;
}

} // namespace ulpscope
