// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/io/export/keras_export_rows.h"

#include "engine/io/json/json_text.h"
#include "engine/io/keras/keras_layer_config.h"
#include "engine/io/keras/keras_model_json.h"
#include "engine/io/keras/keras_policy.h"
#include "engine/io/keras/keras_policy_map.h"
#include "engine/io/keras/model_parts.h"
#include "engine/model/resolved_policies.h"

#include <nlohmann/json.hpp>

namespace ulpscope {

Result<ExportedText> writeKerasMap(const SessionSpec& session)
{
    const Result<KerasExport> exported = exportKerasMap(session);
    if (!exported)
        return exported.error();
    return ExportedText{kerasText(exported->map), exported->leftOut};
}

Result<ExportedText> writeKerasPolicy(const SessionSpec& session)
{
    const Result<std::vector<ResolvedPolicy>> layers = resolvePolicies(session.model, session.policies);
    if (!layers)
        return layers.error();
    const DTypePolicy policy = layers->empty() ? session.policies.global : layers->front().kept;
    for (const ResolvedPolicy& layer : *layers)
        if (!(layer.kept == policy))
            return Error{"policies",
                "one policy cannot say it: " + layers->front().path + " runs under " + policy.name + ", "
                    + layer.path + " under " + layer.kept.name + "; a keras-map can"};
    return ExportedText{kerasText(policy), leftOutOfPolicies(session, policy)};
}

Result<ExportedText> writeKerasModel(const SessionSpec& session)
{
    const Result<CheckedSession> checked = resolveSession(session);
    if (!checked)
        return checked.error();
    const std::vector<ModelPart> parts = modelParts(*checked);
    std::vector<std::string> leftOut = leftOutOfPolicies(session, session.policies.global);
    for (const ModelPart& part : parts) {
        dtypeOf(part, &leftOut);
        for (std::string& sentence : leftOutOfLayer(part.spec))
            leftOut.push_back(std::move(sentence));
    }
    if (!session.policies.map.empty())
        leftOut.emplace_back(
            "The map as a map: every layer carries the policy that it gives, because layers loaded from JSON have "
            "paths without the model's name, which the map's keys would miss.");
    leftOut.emplace_back("The optimizer and the loss: compile the loaded model, or export Python.");
    return ExportedText{layoutJson(kerasModelJson(session, parts)), std::move(leftOut)};
}

} // namespace ulpscope
