// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/model/model_parts.h"

#include "engine/layer/layer_catalog.h"

namespace ulpscope {

namespace {

/// Whether a Dense or EinsumDense has a bias; no other layer has a float8 call.
bool hasBias(const Config& config)
{
    return config.find("bias_axes") != nullptr ? !config.text("bias_axes").empty() : config.flag("use_bias");
}

} // namespace

std::vector<ModelPart> modelParts(const CheckedSession& checked)
{
    const ModelSpec& model = checked.session.model;
    const PolicySettings& settings = checked.session.policies;
    const Result<std::vector<ResolvedPolicy>> policies = resolvePolicies(model, settings);
    check(policies.ok(), "[modelParts] the session was checked");
    std::vector<ModelPart> parts;
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        ModelPart part{model.layers[i], model.layerPath(model.layers[i]), {},
            *makePolicy(floatxFor(settings).name), model.inputsOf(i), {}};
        const LayerClass* row = findRow(layerCatalog(), part.spec.className);
        check(row != nullptr, "[modelParts] the session was checked");
        part.spec.config = *checkConfig(part.spec.config, row->parameters);
        for (const ResolvedPolicy& policy : *policies)
            if (policy.layer == i && policy.isChild)
                part.children.push_back(policy);
            else if (policy.layer == i)
                part.policy = policy.kept;
        for (const PlannedLayer& node : checked.plan.layers)
            if (node.layer == i) // the last one of a composite is its output
                part.outputShape = node.outputShape;
        parts.push_back(std::move(part));
    }
    return parts;
}

KerasPolicy dtypeOf(const ModelPart& part, std::vector<Message>* leftOut)
{
    DTypePolicyMap map{part.policy};
    for (const ResolvedPolicy& child : part.children) {
        if (child.kept == part.policy)
            continue;
        if (child.hasPath)
            map.entries.emplace_back(part.spec.name + "/" + child.name, child.kept);
        else if (leftOut != nullptr)
            leftOut->push_back(
                message("The policy %1 of %2: Keras gives that layer no path, so it runs under %3.")
                    .with(child.kept.name)
                    .with(child.path)
                    .with(part.policy.name));
    }
    if (map.entries.empty())
        return part.policy;
    return map;
}

void leaveOutBiases(
    const CheckedSession& checked, const std::vector<ModelPart>& parts, std::vector<Message>& leftOut)
{
    for (const PlannedLayer& node : checked.plan.layers) {
        const LayerNumerics& numerics = node.options.numerics;
        const bool isFloat8 = numerics.scaling && numerics.scaling->kind == ScalingKind::KerasFloat8;
        const DTypePolicy& carried
            = parts.at(node.layer)
                  .policy; // a composite's children carry what it does, or a map of that default
        const bool rounds = carried.computeDtype == "float32";
        if (!isFloat8 || !hasBias(node.options.config) || rounds == numerics.roundsBias)
            continue;
        leftOut.push_back((
            rounds ? message(
                "The bias of %1 as it is: under the map, whose default %2 does not compute in float32, Keras adds it so; a "
                "layer whose own policy is %3 rounds it to bfloat16 before.")
                   : message(
                       "The rounding of %1's bias to bfloat16: Keras does so under the map, whose default %2 computes in float32; "
                       "a layer whose own policy is %3 adds its bias as it is."))
                              .with(node.path)
                              .with(checked.session.policies.global.name)
                              .with(carried.name));
    }
}

} // namespace ulpscope
