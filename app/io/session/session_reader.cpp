// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/json/file_head.h"
#include "app/io/json/json_text.h"
#include "app/io/keras/policy/legacy_policy_json.h"
#include "app/io/session/session_file.h"
#include "app/io/session/session_keys.h"
#include "app/io/session/session_remarks.h"
#include "engine/data/dataset_catalog.h"
#include "engine/dtype/overflow_rule.h"
#include "engine/layer/layer_catalog.h"
#include "engine/loss/loss_catalog.h"
#include "engine/model/model_spec.h"
#include "engine/optimizer/learning_rate_schedule.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/policy/recipe.h"
#include "engine/scaling/loss_scale.h"
#include "engine/session/checked_session.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

using Names = std::vector<std::string>;

Error expected(const std::string& place, Message what, const Json& got)
{
    return Error{place, expectedMessage(std::move(what), shownJson(got))};
}

Status expectObject(const Json& json)
{
    return json.is_object() ? success() : Status(expected("", message("an object"), json));
}

/// The value as the type that the parameter wants, where it can be; checkConfig checks the rest.
Result<ParameterValue> readValue(const Json& json, const ParameterSpec& spec)
{
    const Error wrong = expected(spec.name, expectation(spec), json);
    if (json.is_boolean())
        return ParameterValue(json.get<bool>());
    if (json.is_string())
        return ParameterValue(json.get<std::string>());
    const auto isInt64 = [](const Json& j) {
        return j.is_number_integer() && (!j.is_number_unsigned() || j.get<std::uint64_t>() <= INT64_MAX);
    };
    if (json.is_number()) {
        const auto number = json.get<double>();
        if (std::holds_alternative<double>(spec.defaultValue))
            return ParameterValue(number);
        if (isInt64(json))
            return ParameterValue(json.get<std::int64_t>());
        constexpr double kExact = 0x1p53; // 16.0 is an integer, as in JSON Schema
        if (std::holds_alternative<std::int64_t>(spec.defaultValue) && std::fabs(number) <= kExact
            && number == std::trunc(number))
            return ParameterValue(static_cast<std::int64_t>(number));
        return wrong;
    }
    if (!json.is_array() || !std::all_of(json.begin(), json.end(), isInt64))
        return wrong;
    return ParameterValue(json.get<std::vector<std::int64_t>>());
}

/// Reads and checks every key of the object that is not in `others`. The config has only the given keys, in the specs' order.
Result<Config> readConfig(const Json& object, const std::vector<ParameterSpec>& specs, const Names& others)
{
    Names known = others;
    for (const ParameterSpec& spec : specs)
        known.push_back(spec.name);
    Config given;
    for (auto member = object.begin(); member != object.end(); ++member) {
        const std::string& key = member.key();
        if (std::find(others.begin(), others.end(), key) != others.end())
            continue;
        const auto spec
            = std::find_if(specs.begin(), specs.end(), [&](const ParameterSpec& s) { return s.name == key; });
        if (spec == specs.end())
            return Error{shownText(key), unknownName(translated("key"), shownText(key), known)};
        const Result<ParameterValue> value = readValue(*member, *spec);
        if (!value)
            return value.error();
        given.set(key, *value);
    }
    const Result<Config> whole = checkConfig(given, specs);
    if (!whole)
        return whole.error();
    Config kept;
    for (const auto& [name, value] : whole->entries())
        if (given.find(name) != nullptr)
            kept.set(name, value);
    return kept;
}

template <class Row>
Result<Component> readComponent(const Json& object, const char* key, std::span<const Row> rows,
    std::string_view what, const Names& others = {})
{
    const Json* json = key == nullptr ? &object : findMember(object, key);
    const std::string place = key == nullptr ? "" : key;
    if (json == nullptr)
        return Error{place, message("missing: expected an object with a \"class\"")};
    if (!json->is_object())
        return expected(place, message("an object with a \"class\""), *json);
    const Json* name = findMember(*json, "class");
    if (name == nullptr)
        return Error{"class", "missing: expected a " + std::string(what)}.within(place);
    if (!name->is_string())
        return Error{"class", "expected a " + std::string(what) + ", got " + shownJson(*name)}.within(place);
    const Result<const Row*> row = rowByName(rows, what, shownText(name->template get<std::string>()));
    if (!row)
        return row.error().within("class").within(place);
    Names otherKeys{"class"};
    otherKeys.insert(otherKeys.end(), others.begin(), others.end());
    Result<Config> config = readConfig(*json, (*row)->parameters, otherKeys);
    if (!config)
        return config.error().within(place);
    return Component{(*row)->name, *config};
}

Result<DTypePolicy> readPolicy(const Json& json, PolicyFamily family, const DTypePolicy& global)
{
    const Result<KerasPolicy> policy = familyPolicyFromJson(family, json, {global});
    if (!policy)
        return policy.error();
    if (std::holds_alternative<DTypePolicyMap>(*policy))
        return Error{"", "a DTypePolicyMap cannot be here; its entries go into policies.map"};
    return std::get<DTypePolicy>(*policy);
}

Result<PolicySettings> readPolicies(const Json& json)
{
    if (const Status object = expectObject(json); !object)
        return object.error();
    const Result<Config> given = readConfig(json, policyParameters(), {"global", "map", "recipe"});
    if (!given)
        return given.error();
    const Config config = *checkConfig(*given, policyParameters());
    PolicySettings settings;
    settings.family = policyFamilyByName(config.text("family"));
    settings.keras = kerasVersionByName(config.text("keras_version"));
    settings.mapMatching
        = config.text("map_matching") == "search" ? MapMatching::Search : MapMatching::FullMatch;
    settings.floatx = config.text("floatx");
    if (const Json* global = findMember(json, "global")) {
        const Result<DTypePolicy> policy = readPolicy(*global, settings.family, {});
        if (!policy)
            return policy.error().within("global");
        settings.global = *policy;
    }
    if (json.contains("recipe")) {
        Result<Component> recipe = readComponent(json, "recipe", recipeCatalog(), "recipe");
        if (!recipe)
            return recipe.error();
        settings.recipe = *std::move(recipe);
    }
    const Json* map = findMember(json, "map");
    if (map == nullptr)
        return settings;
    if (!map->is_object())
        return expected("map", message("an object of layer paths and policies"), *map);
    for (auto entry = map->begin(); entry != map->end(); ++entry) {
        const Result<DTypePolicy> policy = readPolicy(*entry, settings.family, settings.global);
        if (!policy)
            return policy.error().within("[\"" + shownText(entry.key()) + "\"]").within("map");
        settings.map.emplace_back(entry.key(), *policy);
    }
    return settings;
}

Result<Names> readInputs(const Json& json)
{
    if (!json.is_array() || json.empty())
        return expected("inputs", message("a list of layer names"), json);
    Names names;
    for (const Json& name : json) {
        if (!name.is_string())
            return expected("inputs[" + std::to_string(names.size()) + "]", message("a layer's name"), name);
        names.push_back(name.get<std::string>());
    }
    return names;
}

/// The overrides whose paths begin with `prefix` ("" or "forward.") into the spec; what the texts say is checked later.
Status readOverrides(const Json& json, const std::string& prefix, NumericsSpec& spec)
{
    if (const Status object = expectObject(json); !object)
        return object.error();
    for (auto member = json.begin(); member != json.end(); ++member) {
        Names known;
        const NumericsOverrideRow* setting = nullptr;
        bool isGroup = false;
        for (const NumericsOverrideRow& row : numericsOverrides()) {
            if (!row.path.starts_with(prefix))
                continue;
            const std::string_view rest = row.path.substr(prefix.size());
            const std::string_view name = rest.substr(0, rest.find('.'));
            if (known.empty() || known.back() != name)
                known.emplace_back(name);
            if (name == member.key()) {
                setting = &row;
                isGroup = name != rest;
            }
        }
        const std::string key = shownText(member.key());
        if (setting == nullptr)
            return Error{key, unknownName(translated("key"), key, known)};
        if (isGroup) {
            if (const Status status = readOverrides(*member, prefix + key + ".", spec); !status)
                return status.error().within(key);
        } else if (member->is_string()) {
            constexpr std::size_t kLongestName = 200;
            spec[setting->setting] = shownText(member->get<std::string>(), kLongestName);
        } else {
            return expected(key,
                setting->kind == OverrideKind::Accumulator ? message("an accumulator's name")
                                                           : message("a format's name"),
                *member);
        }
    }
    return success();
}

/// {"query": {"policy": ...}, ...}
Result<std::vector<std::pair<std::string, DTypePolicy>>> readChildren(
    const Json& json, const PolicySettings& policies)
{
    if (!json.is_object() || json.empty())
        return expected("", message("an object with at least one child layer"), json);
    std::vector<std::pair<std::string, DTypePolicy>> children;
    for (auto child = json.begin(); child != json.end(); ++child) {
        const std::string place = shownText(child.key());
        if (!child->is_object())
            return expected(place, message("an object with a \"policy\""), *child);
        if (const Result<Config> known = readConfig(*child, {}, {"policy"}); !known)
            return known.error().within(place);
        const Json* own = findMember(*child, "policy");
        if (own == nullptr)
            return Error{"policy", message("missing: expected a policy")}.within(place);
        const Result<DTypePolicy> policy = readPolicy(*own, policies.family, policies.global);
        if (!policy)
            return policy.error().within("policy").within(place);
        children.emplace_back(child.key(), *policy);
    }
    return children;
}

/// "layers/sequential/layers/dense": a list, a name in it, and so on.
bool isKerasFolder(std::string_view text)
{
    constexpr std::string_view kList = "layers/";
    for (int names = 1; text.starts_with(kList); ++names) {
        text.remove_prefix(kList.size());
        const std::size_t length
            = std::min(text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"), text.size());
        if (length == 0 || length == text.size())
            return length > 0 && names > 1;
        text.remove_prefix(length);
        if (!text.starts_with('/'))
            return false;
        text.remove_prefix(1);
    }
    return false;
}

Result<LayerSpec> readLayer(const Json& json, const PolicySettings& policies)
{
    const Result<Component> component = readComponent(json, nullptr, layerCatalog(), "layer class",
        {"name", "inputs", "policy", "recipe", "children", "numerics", "keras", "keras_folder"});
    if (!component)
        return component.error();
    LayerSpec layer{{}, component->className, component->config, {}, {}};
    if (const Json* name = findMember(json, "name")) {
        if (!name->is_string() || name->get<std::string>().empty())
            return expected("name", message("a name"), *name);
        layer.name = name->get<std::string>();
    }
    if (const Json* inputs = findMember(json, "inputs")) {
        const Result<Names> names = readInputs(*inputs);
        if (!names)
            return names.error();
        layer.inputs = *names;
    }
    if (const Json* own = findMember(json, "policy")) {
        const Result<DTypePolicy> policy = readPolicy(*own, policies.family, policies.global);
        if (!policy)
            return policy.error().within("policy");
        layer.policy = *policy;
    }
    if (json.contains("recipe")) {
        const Result<Component> recipe = readComponent(json, "recipe", recipeCatalog(), "recipe");
        if (!recipe)
            return recipe.error();
        layer.recipe = *recipe;
    }
    if (const Json* children = findMember(json, "children")) {
        const auto ofChildren = readChildren(*children, policies);
        if (!ofChildren)
            return ofChildren.error().within("children");
        layer.children = *ofChildren;
    }
    if (const Json* numerics = findMember(json, "numerics")) {
        if (const Status status = readOverrides(*numerics, "", layer.numerics); !status)
            return status.error().within("numerics");
    }
    if (const Json* kept = findMember(json, "keras")) {
        if (!kept->is_object())
            return expected("keras", message("an object, the rest of a Keras config"), *kept);
        layer.kerasConfig = kept->empty() ? "" : kept->dump();
    }
    if (const Json* folder = findMember(json, "keras_folder")) {
        if (!folder->is_string() || !isKerasFolder(folder->get<std::string>()))
            return expected(
                "keras_folder", message("a folder such as layers/sequential/layers/dense"), *folder);
        layer.kerasFolder = folder->get<std::string>();
    }
    return layer;
}

Result<std::vector<LayerSpec>> readLayers(const Json& session, const PolicySettings& policies)
{
    const Json* json = findMember(session, "layers");
    if (json == nullptr)
        return Error{"layers", message("missing: expected a list of layers")};
    if (!json->is_array())
        return expected("layers", message("a list of layers"), *json);
    if (json->size() > kMaxLayers)
        return Error{"layers", "expected at most 1000 layers, got " + std::to_string(json->size())};
    ModelSpec model;
    for (const Json& layerJson : *json) {
        const Result<LayerSpec> layer = readLayer(layerJson, policies);
        if (!layer)
            return layer.error().within("layers[" + std::to_string(model.layers.size()) + "]");
        model.layers.push_back(*layer);
    }
    for (LayerSpec& layer : model.layers) // Keras names those that have no name
        if (layer.name.empty())
            layer.name = model.freeName(layer.className);
    return model.layers;
}

/// The arguments of Keras' LossScaleOptimizer that change nothing, where the loss scale is that one; Keras' error for those that it
/// refuses.
Result<Names> kerasScalerArguments(const Json& training)
{
    const Json* scale = findMember(training, "loss_scale");
    const Json* className = scale != nullptr ? findMember(*scale, "class") : nullptr;
    Names ignored;
    if (className == nullptr || *className != "dynamic")
        return ignored;
    Names names;
    for (auto member = scale->begin(); member != scale->end(); ++member) {
        const KerasScalerArgument* argument = findKerasScalerArgument(member.key());
        if (member.key() != "class")
            names.push_back(member.key());
        if (argument == nullptr)
            continue;
        if (member->dump() != argument->defaultText)
            return Error{member.key(), std::string(argument->refusal), ErrorKind::ValueError};
        ignored.push_back(member.key());
    }
    if (const Status known = checkKerasScalerNames(names); !known)
        return known.error();
    return ignored;
}

constexpr const char* kFactorKey = "loss_scale_factor";

/// The loss scale of a session whose optimizer has Keras' argument loss_scale_factor, which is the loss scale "fixed" here.
/// LossScaleOptimizer sets the argument of the optimizer inside it to None.
Result<Component> withFactor(const Json& training, const Component& lossScale, Names& notices)
{
    const Json* optimizer = findMember(training, "optimizer");
    const Json* factor = optimizer != nullptr ? findMember(*optimizer, kFactorKey) : nullptr;
    if (factor == nullptr || factor->is_null())
        return lossScale;
    const Error here = Error{kFactorKey, ""}.within("optimizer");
    if (!factor->is_number())
        return expected(here.place, message("a number or null"), *factor);
    if (lossScale.className == "dynamic") {
        notices.push_back("the optimizer's loss_scale_factor " + shownJson(*factor)
            + " is left out: Keras' LossScaleOptimizer sets it to None");
        return lossScale;
    }
    if (training.contains("loss_scale"))
        return Error{here.place,
            "expected none beside a loss_scale: the loss scale \"fixed\" with a scale says the same"};
    const Result<Component> fixed = checkComponent(
        lossScaleCatalog(), "loss scale", Component{"fixed", {{"scale", factor->get<double>()}}});
    if (!fixed)
        return Error{here.place, fixed.error().message, fixed.error().kind};
    notices.push_back(
        "the optimizer's loss_scale_factor " + shownJson(*factor) + " is read as the loss scale \"fixed\"");
    return Component{"fixed", {{"scale", factor->get<double>()}}};
}

Result<TrainingSpec> readTraining(const Json& session, Names& notices)
{
    const Json* json = findMember(session, "training");
    if (json == nullptr)
        return Error{"", message("missing: expected an object")};
    if (const Status object = expectObject(*json); !object)
        return object.error();
    const Result<Config> given = readConfig(
        *json, trainingParameters(), {"seed", "loss", "optimizer", "learning_rate_schedule", "loss_scale"});
    if (!given)
        return given.error();
    const Config config = *checkConfig(*given, trainingParameters());
    TrainingSpec training;
    training.batchSize = config.integer("batch_size");
    training.steps = config.integer("steps");
    training.shuffle = config.flag("shuffle");
    training.initialWeights = config.text("initial_weights");
    training.initialState = config.text("initial_state");
    training.lossWeight = config.number("loss_weight");
    const Names& loops = trainingLoopNames(); // the text is one of them: readConfig checks choices
    training.loop = static_cast<TrainingLoop>(
        std::find(loops.begin(), loops.end(), config.text("loop")) - loops.begin());
    training.arithmetic = arithmeticOf(config.text("arithmetic"));
    if (const Json* seed = findMember(*json, "seed")) {
        if (!seed->is_number_unsigned())
            return expected("seed", message("an integer in [0, 18446744073709551615]"), *seed);
        training.seed = seed->get<std::uint64_t>();
    }
    Result<Component> loss = readComponent(*json, "loss", lossCatalog(), "loss");
    if (!loss)
        return loss.error();
    Result<Component> optimizer
        = readComponent(*json, "optimizer", optimizerCatalog(), "optimizer", {kFactorKey});
    if (!optimizer)
        return optimizer.error();
    Result<Component> schedule = training.schedule;
    if (json->contains("learning_rate_schedule"))
        schedule
            = readComponent(*json, "learning_rate_schedule", scheduleCatalog(), "learning-rate schedule");
    if (!schedule)
        return schedule.error();
    const Result<Names> ignored = kerasScalerArguments(*json);
    if (!ignored)
        return ignored.error().within("loss_scale");
    Result<Component> lossScale = Component{"none", {}};
    if (json->contains("loss_scale"))
        lossScale = readComponent(*json, "loss_scale", lossScaleCatalog(), "loss scale", *ignored);
    if (lossScale)
        lossScale = withFactor(*json, *lossScale, notices);
    if (!lossScale)
        return lossScale.error();
    training.loss = *loss;
    training.optimizer = *optimizer;
    training.schedule = *schedule;
    training.lossScale = *lossScale;
    return training;
}

/// A change is checked when it is tried, because the session may be another one by then.
Result<Suggestion> readSuggestion(const Json& json)
{
    if (const Status object = expectObject(json); !object)
        return object.error();
    if (const Result<Config> known = readConfig(json, {}, {"text", "change"}); !known)
        return known.error();
    const Json* text = findMember(json, "text");
    const bool isText = text != nullptr && text->is_string() && !text->get_ref<const std::string&>().empty()
        && text->get_ref<const std::string&>().size() <= kLongestSuggestion;
    if (!isText)
        return Error{"text",
            "expected a text of at most " + std::to_string(kLongestSuggestion) + " bytes that says it"};
    const Json* change = findMember(json, "change");
    if (change == nullptr || !change->is_object() || change->empty())
        return Error{"change", "expected an object with what is different, in the shape of a session"};
    std::string laidOut = layoutJson(*change);
    laidOut.pop_back(); // the end of the line
    return Suggestion{text->get<std::string>(), std::move(laidOut)};
}

Result<std::vector<Suggestion>> readSuggestions(const Json& json)
{
    if (!json.is_array() || json.size() > kMaxSuggestions)
        return Error{"", "expected a list of at most " + std::to_string(kMaxSuggestions) + " suggestions"};
    std::vector<Suggestion> suggestions;
    for (const Json& each : json) {
        Result<Suggestion> suggestion = readSuggestion(each);
        if (!suggestion)
            return suggestion.error().within("[" + std::to_string(suggestions.size()) + "]");
        suggestions.push_back(std::move(suggestion).value());
    }
    return suggestions;
}

Result<ProbeSpec> readProbes(const Json& json)
{
    if (const Status object = expectObject(json); !object)
        return object.error();
    const Result<Config> given = readConfig(json, probeParameters(), {});
    if (!given)
        return given.error();
    const Config config = *checkConfig(*given, probeParameters());
    const Names& modes = watchModeNames();
    return ProbeSpec{.tensorsEvery = config.integer("tensors_every"),
        .watch = static_cast<WatchMode>(
            std::find(modes.begin(), modes.end(), config.text("watch")) - modes.begin())};
}

/// Overrides that name an overflow rule by a name that it no longer has get the new one, and a notice.
void renameOverflowRules(SessionSpec& session)
{
    for (LayerSpec& layer : session.model.layers)
        for (const NumericsOverrideRow& row : numericsOverrides()) {
            std::optional<std::string>& text = layer.numerics[row.setting];
            const std::size_t colon = text ? text->rfind(':') : std::string::npos;
            const RenamedOverflowRule* renamed
                = colon == std::string::npos ? nullptr : findRenamedOverflowRule(text->substr(colon + 1));
            if (renamed == nullptr)
                continue;
            text->replace(colon + 1, std::string::npos, renamed->name);
            session.origin.notices.push_back(layer.name + ", " + placeOf(row.setting) + ": the overflow rule "
                + std::string(renamed->before) + " is now " + std::string(renamed->name) + ": "
                + std::string(renamed->reason));
        }
}

} // namespace

Result<SessionSpec> readSession(std::string_view text)
{
    const Result<Json> parsed = parseJson(text);
    if (!parsed)
        return parsed.error();
    const Json& json = *parsed;
    if (const Status head = checkFileHead(json, {kSessionFormat, "session", kSessionFileVersion}); !head)
        return head.error();
    Names parts{"format", "version", "layers", "policies", "data", "training", "probes", "suggestions"};
    parts.insert(parts.end(), remarkKeys().begin(), remarkKeys().end());
    const Result<Config> given = readConfig(json, sessionParameters(), parts);
    if (!given)
        return given.error();
    const Config config = *checkConfig(*given, sessionParameters());

    SessionSpec session;
    session.model.name = config.text("name");
    session.title = config.text("title");
    session.description = config.text("description");
    if (const Json* suggestions = findMember(json, "suggestions")) {
        Result<std::vector<Suggestion>> read = readSuggestions(*suggestions);
        if (!read)
            return read.error().within("suggestions");
        session.suggestions = std::move(read).value();
    }
    if (const Json* policies = findMember(json, "policies")) {
        const Result<PolicySettings> settings = readPolicies(*policies);
        if (!settings)
            return settings.error().within("policies");
        session.policies = *settings;
    }
    const Result<std::vector<LayerSpec>> layers = readLayers(json, session.policies);
    if (!layers)
        return layers.error();
    session.model.layers = *layers;
    renameOverflowRules(session);
    const Result<Component> data = readComponent(json, "data", datasetCatalog(), "dataset");
    if (!data)
        return data.error();
    session.data = *data;
    const Result<TrainingSpec> training = readTraining(json, session.origin.notices);
    if (!training)
        return training.error().within("training");
    session.training = *training;
    if (const Json* probes = findMember(json, "probes")) {
        const Result<ProbeSpec> spec = readProbes(*probes);
        if (!spec)
            return spec.error().within("probes");
        session.probes = *spec;
    }
    if (const Status read = readRemarks(json, session); !read)
        return read.error();
    if (const Status status = checkSession(session); !status)
        return status.error();
    return session;
}

} // namespace ulpscope
