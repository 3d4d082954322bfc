// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/io/keras/model_parts.h"

#include "engine/layer/layer_catalog.h"
#include "engine/session/checked_session.h"

namespace ulpscope {

Result<std::vector<ModelPart>> modelParts(const SessionSpec& session)
{
    const Result<CheckedSession> checked = resolveSession(session);
    if (!checked)
        return checked.error();
    const Result<std::vector<ResolvedPolicy>> policies = resolvePolicies(session.model, session.policies);
    if (!policies)
        return policies.error();
    const ModelSpec& model = session.model;
    std::vector<ModelPart> parts;
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        ModelPart part{model.layers[i], model.layerPath(model.layers[i]), {},
            *makePolicy(floatxFor(session.policies).name), {}, {}};
        const LayerClass* row = findRow(layerCatalog(), part.spec.className);
        check(row != nullptr, "[modelParts] the session was checked");
        part.spec.config = *checkConfig(part.spec.config, row->parameters);
        for (const ResolvedPolicy& policy : *policies)
            if (policy.layer == i && policy.isChild)
                part.children.push_back(policy);
            else if (policy.layer == i)
                part.policy = policy.kept;
        for (const std::string& input : part.spec.inputs)
            for (std::size_t k = 0; k < i; ++k)
                if (model.layers[k].name == input)
                    part.inputs.push_back(k);
        if (part.spec.inputs.empty() && row->maxInputs > 0)
            part.inputs.push_back(i - 1);
        for (const PlannedLayer& node : checked->plan.layers)
            if (node.layer == i) // the last one of a composite is its output
                part.outputShape = node.outputShape;
        parts.push_back(std::move(part));
    }
    return parts;
}

KerasPolicy dtypeOf(const ModelPart& part, std::vector<std::string>* leftOut)
{
    DTypePolicyMap map{part.policy};
    for (const ResolvedPolicy& child : part.children) {
        if (child.kept == part.policy)
            continue;
        if (child.hasPath)
            map.entries.emplace_back(part.spec.name + "/" + child.name, child.kept);
        else if (leftOut != nullptr)
            leftOut->push_back("The policy " + child.kept.name + " of " + child.path
                + ": Keras gives that layer no path, so it runs under " + part.policy.name + ".");
    }
    if (map.entries.empty())
        return part.policy;
    return map;
}

} // namespace ulpscope
