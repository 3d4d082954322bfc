// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/session/session_file.h"

#include "app/io/json/json_text.h"
#include "app/io/keras/model/keras_model_import.h"
#include "app/io/keras/policy/keras_policy.h"
#include "app/io/session/session_keys.h"
#include "app/io/session/session_remarks.h"
#include "app/io/tensors/keras_file.h"
#include "engine/data/dataset_catalog.h"
#include "engine/file/whole_file.h"
#include "engine/layer/layer_catalog.h"
#include "engine/loss/loss_catalog.h"
#include "engine/optimizer/learning_rate_schedule.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/policy/recipe.h"
#include "engine/scaling/loss_scale.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ulpscope {

namespace {

Json toJson(const ParameterValue& value)
{
    return std::visit([](const auto& v) { return Json(v); }, value);
}

/// Adds the keys that the catalog knows in its order, then all others.
void addConfig(Json& object, const Config& config, const ClassSpec* row)
{
    if (row != nullptr)
        for (const ParameterSpec& spec : row->parameters)
            if (const ParameterValue* value = config.find(spec.name))
                object[spec.name] = toJson(*value);
    for (const auto& [name, value] : config.entries())
        if (!object.contains(name))
            object[name] = toJson(value);
}

template <class Row>
Json toJson(const Component& component, std::span<const Row> rows)
{
    Json object{{"class", component.className}};
    addConfig(object, component.config, findRow(rows, component.className));
    return object;
}

/// The name where it says all, else Keras' object.
Json toJson(const DTypePolicy& policy)
{
    return isNameEnough(policy) ? Json(policy.name) : kerasJson(policy);
}

/// Writes each override at the place in the object that its path names.
Json toJson(const NumericsSpec& numerics)
{
    Json object = Json::object();
    for (const NumericsOverrideRow& row : numericsOverrides()) {
        if (!numerics[row.setting])
            continue;
        std::string pointer = "/" + std::string(row.path);
        std::replace(pointer.begin(), pointer.end(), '.', '/');
        object[Json::json_pointer(pointer)] = *numerics[row.setting];
    }
    return object;
}

Json toJson(const LayerSpec& layer)
{
    Json object{{"class", layer.className}, {"name", layer.name}};
    if (!layer.inputs.empty())
        object["inputs"] = layer.inputs;
    if (layer.policy)
        object["policy"] = toJson(*layer.policy);
    if (layer.recipe)
        object["recipe"] = toJson(*layer.recipe, recipeCatalog());
    if (!layer.numerics.isEmpty())
        object["numerics"] = toJson(layer.numerics);
    for (const auto& [child, policy] : layer.children)
        object["children"][child]["policy"] = toJson(policy);
    if (!layer.kerasConfig.empty())
        if (const Result<Json> kept = parseJson(layer.kerasConfig); kept && kept->is_object())
            object["keras"] = *kept;
    if (!layer.kerasFolder.empty())
        object["keras_folder"] = layer.kerasFolder;
    addConfig(object, layer.config, findRow(layerCatalog(), layer.className));
    return object;
}

Json toJson(const PolicySettings& policies)
{
    Json object{{"global", toJson(policies.global)}};
    for (const auto& [key, policy] : policies.map)
        object["map"][key] = toJson(policy);
    if (policies.family != PolicyFamily::Keras3)
        object["family"] = policyFamilyNames().at(static_cast<std::size_t>(policies.family));
    if (policies.keras != PolicySettings{}.keras)
        object["keras_version"] = kerasVersionNames().at(static_cast<std::size_t>(policies.keras));
    if (policies.mapMatching == MapMatching::Search)
        object["map_matching"] = "search";
    if (policies.floatx != PolicySettings{}.floatx)
        object["floatx"] = policies.floatx;
    if (policies.recipe != PolicySettings{}.recipe)
        object["recipe"] = toJson(policies.recipe, recipeCatalog());
    return object;
}

Json toJson(const TrainingSpec& training)
{
    Json object = Json::object();
    object["batch_size"] = training.batchSize;
    object["steps"] = training.steps;
    object["seed"] = training.seed;
    if (!training.shuffle)
        object["shuffle"] = false;
    if (!training.initialWeights.empty())
        object["initial_weights"] = training.initialWeights;
    if (!training.initialState.empty())
        object["initial_state"] = training.initialState;
    object["loss"] = toJson(training.loss, lossCatalog());
    object["loss_weight"] = training.lossWeight;
    object["optimizer"] = toJson(training.optimizer, optimizerCatalog());
    if (training.schedule != TrainingSpec{}.schedule)
        object["learning_rate_schedule"] = toJson(training.schedule, scheduleCatalog());
    object["loss_scale"] = toJson(training.lossScale, lossScaleCatalog());
    if (training.loop != TrainingLoop::Fit)
        object["loop"] = trainingLoopNames()[static_cast<std::size_t>(training.loop)];
    if (training.arithmetic)
        object["arithmetic"] = arithmeticSetting(training.arithmetic);
    return object;
}

/// The file's name before the place in it: "circle.ulps: layers[2].units: expected ...".
Error inFile(const std::filesystem::path& path, const Error& error)
{
    return Error{path.string(), error.sentence(), error.kind};
}

} // namespace

std::string writeSession(const SessionSpec& session)
{
    Json json = Json::object();
    json["format"] = kSessionFormat;
    json["version"] = kSessionFileVersion;
    if (session.model.name != ModelSpec{}.name)
        json["name"] = session.model.name;
    json["title"] = session.title;
    json["description"] = session.description;
    for (const Suggestion& suggestion : session.suggestions)
        if (const Result<Json> change = parseJson(suggestion.change); change && change->is_object())
            json["suggestions"].push_back({{"text", suggestion.text}, {"change", *change}});
    json["layers"] = Json::array();
    for (const LayerSpec& layer : session.model.layers)
        json["layers"].push_back(toJson(layer));
    json["policies"] = toJson(session.policies);
    json["data"] = toJson(session.data, datasetCatalog());
    json["training"] = toJson(session.training);
    json["probes"] = Json{{"tensors_every", session.probes.tensorsEvery}};
    if (session.probes.watch != WatchMode::Reference)
        json["probes"]["watch"] = watchModeNames()[static_cast<std::size_t>(session.probes.watch)];
    writeRemarks(session, json);
    return layoutJson(json);
}

Result<SessionSpec> loadSession(const std::filesystem::path& path)
{
    const Result<std::string> text = readWholeFile(path, kLargestJson);
    return text ? readSession(*text, path) : text.error();
}

Result<SessionSpec> readSession(std::string_view text, const std::filesystem::path& path)
{
    Result<SessionSpec> session = readSession(text);
    if (!session) {
        const Result<std::string> config = kerasConfigText(path);
        Message model = kerasModelSentence(config ? std::string_view(*config) : text);
        return model.empty() ? inFile(path, session.error()) : Error{path.string(), std::move(model)};
    }
    session->origin.folder = path.parent_path();
    return session;
}

std::filesystem::path relativeOrigin(const SessionSpec& session, const std::filesystem::path& folder)
{
    std::error_code error;
    const auto normal = [&](const std::filesystem::path& path) {
        const std::filesystem::path whole
            = (std::filesystem::current_path(error) / path).lexically_normal(); // absolute("") is an error
        return whole.has_filename() ? whole : whole.parent_path(); // without the slash at its end
    };
    const std::filesystem::path relative = normal(session.origin.folder).lexically_relative(normal(folder));
    return relative == "." ? std::filesystem::path() : relative;
}

Status saveSession(const std::filesystem::path& path, const SessionSpec& session, OnLoss onLoss)
{
    return writeWholeFile(path, writeSession(session), onLoss);
}

} // namespace ulpscope
