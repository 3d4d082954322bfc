// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/exports/export_catalog.h"
#include "app/io/json/json_text.h"
#include "app/io/keras/model/keras_layer_config.h"
#include "app/io/keras/model/keras_model_json.h"
#include "app/io/keras/model/model_parts.h"
#include "app/io/keras/policy/keras_policy.h"
#include "app/io/keras/policy/keras_policy_map.h"
#include "app/io/keras/policy/legacy_policy_json.h"
#include "engine/model/resolved_policies.h"
#include "engine/session/compile_outcome.h"

#include <nlohmann/json.hpp>

namespace ulpscope {

/// A DTypePolicyMap for keras.dtype_policies.deserialize.
Result<ExportedText> writeKerasMap(const SessionSpec& session)
{
    const Result<KerasExport> exported = exportKerasMap(session);
    if (!exported)
        return exported.error();
    return ExportedText{kerasText(exported->map), exported->leftOut};
}

/// Writes the policy of all layers; an error if they have several.
Result<ExportedText> writeKerasPolicy(const SessionSpec& given)
{
    const SessionSpec session = withKeras3Policies(given);
    const Result<std::vector<ResolvedPolicy>> layers = resolvePolicies(session.model, session.policies);
    if (!layers)
        return layers.error();
    const DTypePolicy policy = layers->empty() ? session.policies.global : layers->front().kept;
    for (const ResolvedPolicy& layer : *layers)
        if (!(layer.kept == policy))
            return Error{"policies",
                message("one policy cannot say it: %1 runs under %2, %3 under %4; a keras-map can")
                    .with(verbatim(layers->front().path))
                    .with(verbatim(policy.name))
                    .with(verbatim(layer.path))
                    .with(verbatim(layer.kept.name))};
    return ExportedText{kerasText(policy), leftOutOfPolicies(session, policy)};
}

/// The older families' one policy, with its loss scale, for tf.keras.mixed_precision or its experimental API before 2.4.
Result<ExportedText> writeLegacyPolicy(const SessionSpec& session)
{
    const PolicySettings& policies = session.policies;
    const PolicyFamily family
        = policies.family == PolicyFamily::Keras3 ? PolicyFamily::TfKeras : policies.family;
    if (const std::optional<Error> refusal = familyRefusal(family, policies.global, true))
        return Error{"policies.global", refusal->message, refusal->kind};
    if (!policies.map.empty())
        return Error{
            "policies.map", message("one policy cannot say it, and the older families have no policy maps")};
    for (std::size_t i = 0; i < session.model.layers.size(); ++i)
        if (const LayerSpec& layer = session.model.layers[i];
            layer.policy && *layer.policy != policies.global)
            return Error{"layers[" + std::to_string(i) + "].policy",
                message("one policy cannot say it: this layer has %1, and the model %2")
                    .with(verbatim(layer.policy->name))
                    .with(verbatim(policies.global.name))};
    ExportedText result{layoutJson(serializeLegacy(legacyPolicy(family, policies.global))), {}};
    if (family == PolicyFamily::TfKeras && policies.global.hasOwnLossScale)
        result.leftOut.push_back(
            message("The policy's loss scale, %1: policies carry none since TensorFlow 2.4, which drops it "
                    "without a word when it reads one.")
                .with(verbatim(lossScaleRepr(policies.global.lossScale))));
    const Component scale = effectiveLossScale(session);
    const bool isCompiled = session.training.lossScale.className == "auto" || scale.className == "none";
    if (!isCompiled)
        result.leftOut.push_back(
            message("The loss scale %1: it belongs to the optimizer here.").with(scale.className));
    leaveOutNumerics(session.model, result.leftOut);
    leaveOutRecipes(session, result.leftOut);
    return result;
}

/// model.to_json() for keras.models.model_from_json.
Result<ExportedText> writeKerasModel(const SessionSpec& given)
{
    const SessionSpec session = withKeras3Policies(given);
    const Result<CheckedSession> checked = resolveSession(session);
    if (!checked)
        return checked.error();
    const std::vector<ModelPart> parts = modelParts(*checked);
    std::vector<Message> leftOut = leftOutOfPolicies(session, session.policies.global);
    for (const ModelPart& part : parts) {
        dtypeOf(part, &leftOut);
        for (Message& sentence : leftOutOfLayer(part.spec))
            leftOut.push_back(std::move(sentence));
    }
    leaveOutBiases(*checked, parts, leftOut);
    if (!session.policies.map.empty())
        leftOut.push_back(message(
            "The map as a map: every layer carries the policy that it gives, because layers loaded from "
            "JSON have paths without the model's name, which the map's keys would miss."));
    leftOut.push_back(message("The optimizer and the loss: compile the loaded model, or export Python."));
    return ExportedText{layoutJson(kerasModelJson(session, parts)), std::move(leftOut)};
}

} // namespace ulpscope
