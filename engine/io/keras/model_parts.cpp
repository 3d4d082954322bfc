// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/io/keras/model_parts.h"

#include "engine/layer/layer_catalog.h"

namespace ulpscope {

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

} // namespace ulpscope
