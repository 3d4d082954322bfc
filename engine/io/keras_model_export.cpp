// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/io/keras_model_export.h"

#include "engine/io/keras_layer_config.h"
#include "engine/io/keras_policy.h"
#include "engine/io/layer_policies.h"
#include "engine/train/checked_session.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ulpscope {

namespace {

using Json = nlohmann::ordered_json;

/// What the export needs to know of a layer.
struct Part
{
    const LayerSpec* spec = nullptr;
    Shape outputShape; ///< of one example
    DTypePolicy policy;
    std::vector<std::size_t> inputs; ///< indices of earlier parts
};

Result<std::vector<Part>> partsOf(const SessionSpec& session)
{
    const Result<CheckedSession> checked = resolveSession(session);
    if (!checked)
        return checked.error();
    const Result<std::vector<LayerPolicy>> policies = layerPolicies(session);
    if (!policies)
        return policies.error();
    std::vector<Part> parts;
    for (const PlannedLayer& planned : checked->plan.layers) {
        Part part{&session.model.layers[parts.size()], planned.outputShape,
            *makePolicy(floatxFor(session.policies).name), planned.inputs};
        for (const LayerPolicy& policy : *policies)
            if (policy.path == planned.path)
                part.policy = policy.applied;
        parts.push_back(std::move(part));
    }
    return parts;
}

Json withBatch(const Shape& shape)
{
    Json json = Json::array({nullptr});
    for (int i = 0; i < shape.rank(); ++i)
        json.push_back(shape[i]);
    return json;
}

Json layerJson(const std::vector<Part>& parts, const Part& part)
{
    Json json{{"module", "keras.layers"}, {"class_name", part.spec->className},
        {"config", kerasLayerConfig(*part.spec, part.policy)}, {"registered_name", nullptr}};
    const KerasLayerClass* row = kerasLayerClass(part.spec->className);
    if (part.inputs.empty() || row == nullptr || row->build == KerasBuild::Never)
        return json;
    Json shapes = Json::array();
    for (const std::size_t input : part.inputs)
        shapes.push_back(withBatch(parts[input].outputShape));
    json["build_config"] = Json{{"input_shape", part.inputs.size() == 1 ? shapes[0] : shapes}};
    return json;
}

Json tensorJson(const Part& from)
{
    return Json{{"class_name", "__keras_tensor__"},
        {"config",
            {{"shape", withBatch(from.outputShape)}, {"dtype", from.policy.computeDtype},
                {"keras_history", Json::array({from.spec->name, 0, 0})}}}};
}

Json inboundNodes(const std::vector<Part>& parts, const Part& part)
{
    if (part.inputs.empty())
        return Json::array();
    Json tensors = Json::array();
    for (const std::size_t input : part.inputs)
        tensors.push_back(tensorJson(parts[input]));
    Json arguments = Json::array();
    arguments.push_back(part.inputs.size() == 1 ? tensors[0] : tensors);
    return Json::array({Json{{"args", std::move(arguments)}, {"kwargs", Json::object()}}});
}

Json sequentialJson(const SessionSpec& session, const std::vector<Part>& parts)
{
    const Json inputShape = withBatch(parts.front().outputShape);
    const PolicySettings& policies = session.policies;
    Json config{{"name", session.model.name}, {"trainable", true},
        {"dtype",
            policies.map.empty() ? kerasJson(policies.global)
                                 : kerasJson(DTypePolicyMap{policies.global, policies.map})},
        {"layers", Json::array()}};
    for (const Part& part : parts)
        config["layers"].push_back(layerJson(parts, part));
    config["build_input_shape"] = inputShape;
    return Json{{"module", "keras"}, {"class_name", "Sequential"}, {"config", std::move(config)},
        {"registered_name", nullptr}, {"build_config", {{"input_shape", inputShape}}},
        {"compile_config", Json::object()}};
}

Json functionalJson(const SessionSpec& session, const std::vector<Part>& parts)
{
    Json config{{"name", session.model.name}, {"trainable", true}, {"layers", Json::array()}};
    for (const Part& part : parts) {
        Json layer = layerJson(parts, part);
        layer["name"] = part.spec->name;
        layer["inbound_nodes"] = inboundNodes(parts, part);
        config["layers"].push_back(std::move(layer));
    }
    config["input_layers"] = Json::array({parts.front().spec->name, 0, 0});
    config["output_layers"] = Json::array({parts.back().spec->name, 0, 0});
    return Json{{"module", "keras.src.models.functional"}, {"class_name", "Functional"},
        {"config", std::move(config)}, {"registered_name", "Functional"},
        {"build_config", {{"input_shape", nullptr}}}, {"compile_config", Json::object()}};
}

} // namespace

Result<Json> kerasModelJson(const SessionSpec& session)
{
    const Result<std::vector<Part>> parts = partsOf(session);
    if (!parts)
        return parts.error();
    return session.model.isSequential() ? sequentialJson(session, *parts) : functionalJson(session, *parts);
}

} // namespace ulpscope
