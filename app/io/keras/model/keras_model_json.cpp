// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/model/keras_model_json.h"

#include "app/io/json/json_text.h"
#include "app/io/keras/model/keras_layer_config.h"
#include "app/io/keras/policy/keras_policy.h"

#include <nlohmann/json.hpp>

#include <array>

namespace ulpscope {

namespace {

Json withBatch(const Shape& shape)
{
    Json json = Json::array({nullptr});
    for (int i = 0; i < shape.rank(); ++i)
        json.push_back(shape[i]);
    return json;
}

/// {"query_shape": ..., "value_shape": ..., "key_shape": ...}
Json attentionShapes(const std::vector<ModelPart>& parts, const ModelPart& part)
{
    constexpr std::array<const char*, 3> kNames{"query_shape", "value_shape", "key_shape"};
    Json shapes = Json::object();
    const std::vector<std::size_t> inputs = kerasCallInputs(part.spec, part.inputs);
    for (std::size_t i = 0; i < inputs.size(); ++i)
        shapes[kNames.at(i)] = withBatch(parts[inputs[i]].outputShape);
    return Json{{"shapes_dict", std::move(shapes)}};
}

Json layerJson(const std::vector<ModelPart>& parts, const ModelPart& part)
{
    Json json{{"module", "keras.layers"}, {"class_name", part.spec.className},
        {"config", kerasLayerConfig(part.spec, dtypeOf(part))}, {"registered_name", nullptr}};
    const KerasClass& keras = kerasClass(part.spec.className);
    if (keras.isOfKerasHub) { // KerasHub keeps each class in a module of the class' name
        json["module"] = "keras_hub.src.layers.modeling." + snakeCase(part.spec.className);
        json["registered_name"] = "keras_hub>" + part.spec.className;
    }
    if (part.inputs.empty() || keras.build == KerasBuild::AtOnce)
        return json;
    if (keras.build == KerasBuild::AttentionShapes) {
        json["build_config"] = attentionShapes(parts, part);
        return json;
    }
    Json shapes = Json::array();
    for (const std::size_t input : part.inputs)
        shapes.push_back(withBatch(parts[input].outputShape));
    json["build_config"] = Json{{"input_shape", part.inputs.size() == 1 ? shapes[0] : shapes}};
    return json;
}

Json tensorJson(const ModelPart& from)
{
    return Json{{"class_name", "__keras_tensor__"},
        {"config",
            {{"shape", withBatch(from.outputShape)}, {"dtype", from.policy.computeDtype},
                {"keras_history", Json::array({from.spec.name, 0, 0})}}}};
}

Json inboundNodes(const std::vector<ModelPart>& parts, const ModelPart& part)
{
    if (part.inputs.empty())
        return Json::array();
    Json tensors = Json::array();
    for (const std::size_t input : kerasCallInputs(part.spec, part.inputs))
        tensors.push_back(tensorJson(parts[input]));
    const bool areSeparate = kerasClass(part.spec.className).build == KerasBuild::AttentionShapes;
    Json arguments = Json::array();
    if (areSeparate)
        arguments = tensors;
    else
        arguments.push_back(part.inputs.size() == 1 ? tensors[0] : tensors);
    return Json::array({Json{{"args", std::move(arguments)}, {"kwargs", kerasCallArguments(part.spec)}}});
}

Json sequentialJson(const SessionSpec& session, const std::vector<ModelPart>& parts)
{
    const Json inputShape = withBatch(parts.front().outputShape);
    const PolicySettings& policies = session.policies;
    Json config{{"name", session.model.name}, {"trainable", true},
        {"dtype", policies.map.empty() ? kerasJson(policies.global) : kerasJson(mapOf(policies))},
        {"layers", Json::array()}};
    for (const ModelPart& part : parts)
        config["layers"].push_back(layerJson(parts, part));
    config["build_input_shape"] = inputShape;
    return Json{{"module", "keras"}, {"class_name", "Sequential"}, {"config", std::move(config)},
        {"registered_name", nullptr}, {"build_config", {{"input_shape", inputShape}}},
        {"compile_config", Json::object()}};
}

Json functionalJson(const SessionSpec& session, const std::vector<ModelPart>& parts)
{
    Json config{{"name", session.model.name}, {"trainable", true}, {"layers", Json::array()}};
    for (const ModelPart& part : parts) {
        Json layer = layerJson(parts, part);
        layer["name"] = part.spec.name;
        layer["inbound_nodes"] = inboundNodes(parts, part);
        config["layers"].push_back(std::move(layer));
    }
    config["input_layers"] = Json::array({parts.front().spec.name, 0, 0});
    config["output_layers"] = Json::array({parts.back().spec.name, 0, 0});
    return Json{{"module", "keras.src.models.functional"}, {"class_name", "Functional"},
        {"config", std::move(config)}, {"registered_name", "Functional"},
        {"build_config", {{"input_shape", nullptr}}}, {"compile_config", Json::object()}};
}

} // namespace

Result<Json> kerasModelJson(const SessionSpec& session)
{
    const Result<CheckedSession> checked = resolveSession(session);
    if (!checked)
        return checked.error();
    return kerasModelJson(session, modelParts(*checked));
}

Json kerasModelJson(const SessionSpec& session, const std::vector<ModelPart>& parts)
{
    return session.model.isSequential() ? sequentialJson(session, parts) : functionalJson(session, parts);
}

} // namespace ulpscope
