// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/policy/policy_argument.h"
#include "app/cli/policy/policy_subject.h"
#include "app/cli/session_argument.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "app/io/keras/policy/legacy_policy_json.h"
#include "app/io/keras/quantized/quantized_storage.h"
#include "engine/base/text_lists.h"
#include "engine/file/whole_file.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace ulpscope::cli {

namespace {

struct PolicyShowOptions
{
    std::string what;
    LoaderOptions loader;
    bool isObject = false;
    bool isStorage = false;
    bool asJson = false;
};

/// The family's Policy(name).
LegacyPolicyRead namedLegacy(PolicyFamily family, const std::string& name)
{
    if (family == PolicyFamily::TfKeras)
        return {orFail(makeTfKerasPolicy(name)), {}};
    const LegacyPolicyMade made = orFail(makeExperimentalPolicy(name));
    return {made.policy, made.warning};
}

int showPolicy(const KerasPolicy& policy, bool asJson)
{
    if (asJson) {
        Json words = policyDescription(policy);
        words["serialized"] = kerasJson(policy);
        return print(layoutJson(words));
    }
    const DTypePolicy& shown = policyOrDefault(policy);
    const Json words = policyDescription(policy);
    std::string text = alignedTable({{"class", words["class"].get<std::string>()},
        {"name", policyName(policy)}, {"compute", shown.computeDtype}, {"variable", shown.variableDtype},
        {"quantization", modeText(shown)}, {"config", words["config"].dump()},
        {"repr", words["repr"].get<std::string>()}});
    if (const auto* map = std::get_if<DTypePolicyMap>(&policy); map != nullptr && !map->entries.empty()) {
        std::vector<std::vector<std::string>> table{{"key", "policy", "compute", "variable", "quantization"}};
        for (const auto& [key, entry] : map->entries)
            table.push_back({key, entry.name, entry.computeDtype, entry.variableDtype, modeText(entry)});
        text += "\n" + alignedTable(table);
    }
    return print(text);
}

/// Returns the policies in the notation of the session's family, and lists what that notation cannot express.
std::string legacyRepr(const PolicySettings& policies)
{
    const DTypePolicy& policy = policies.global;
    if (policy.isQuantized())
        return repr(policy) + ", which the family does not have";
    std::string text = repr(legacyPolicy(policies.family, policy));
    if (policies.family == PolicyFamily::TfKeras && policy.hasOwnLossScale)
        text += "; loss_scale=" + lossScaleRepr(policy.lossScale) + " of its config is lost without a word";
    return text;
}

Json layerJson(const SubjectLayer& layer, bool isKerasModel)
{
    Json row{{"path", layer.path}, {"class", layer.className}};
    if (layer.policy) {
        const DTypePolicy& policy = *layer.policy;
        row.update(Json{{"policy", policy.name}, {"compute", policy.computeDtype},
            {"variable", policy.variableDtype},
            {"quantization_mode", policy.isQuantized() ? Json(policy.quantizationMode) : Json()},
            {"origin", layer.origin}});
    } else {
        row.update(errorJson(layer.policy.error()));
    }
    if (!isKerasModel) {
        row["has_path"] = layer.hasPath;
        return row;
    }
    row["loaded_path"] = layer.loadedPath;
    if (layer.loaded)
        row["loaded_policy"] = layer.loaded->name;
    else
        row["loaded_error"] = errorJson(layer.loaded.error())["error"];
    return row;
}

/// Prints every layer of a session or a model.
int showLayers(
    const PolicySubject& subject, const std::string& argument, const LoaderArgument& loader, bool asJson)
{
    // A session has all or none; a model's layers are found one by one.
    const std::vector<SubjectLayer> layers = orFail(layersOf(subject), inside(argument));
    const bool isKerasModel = std::holds_alternative<KerasModelFile>(subject);
    bool isRight = true;
    Json list = Json::array();
    std::vector<std::vector<std::string>> table{
        {"path", "policy", "compute", "variable", "quantization", "origin"}};
    std::vector<std::string> notes;
    for (const SubjectLayer& layer : layers) {
        list.push_back(layerJson(layer, isKerasModel));
        if (layer.policy)
            table.push_back({layer.path, layer.policy->name, layer.policy->computeDtype,
                layer.policy->variableDtype, modeText(*layer.policy), layer.origin});
        else
            table.push_back(
                {layer.path, "-", "-", "-", "-", std::string(kindName(layer.policy.error().kind))});
        isRight = isRight && layer.policy.ok();
        if (!layer.policy)
            notes.push_back(layer.path + ": " + std::string(kindName(layer.policy.error().kind)) + ": "
                + layer.policy.error().text());
        else if (!layer.loaded)
            notes.push_back(layer.path + " is " + layer.loadedPath
                + " after loading, where its policy raises "
                + std::string(kindName(layer.loaded.error().kind)) + ": " + layer.loaded.error().text());
        else if (*layer.loaded != *layer.policy)
            notes.push_back(
                layer.path + " is " + layer.loadedPath + " after loading, and so has " + layer.loaded->name);
    }
    std::string text = alignedTable(table);
    if (const std::string keys = asJson ? std::string() : keysText(mapsOf(subject, loader.global));
        !keys.empty())
        text += "\n" + keys;
    const int printed = print(asJson ? layoutJson(list) : text);
    if (!asJson)
        for (const std::string& note : notes)
            complain(note);
    if (const auto* session = std::get_if<SessionSpec>(&subject);
        printed == kDone && !asJson && session != nullptr && session->policies.family != PolicyFamily::Keras3)
        return print("\nThe model's policy is " + legacyRepr(session->policies) + ".\n");
    return printed == kDone && !isRight ? kWrongUse : printed;
}

/// A policy of an older family, as its own program shows it, and what others make of what it writes.
int showLegacy(const PolicyShowOptions& options)
{
    const PolicyFamily family = policyFamilyByName(options.loader.family);
    const bool isText = !looksLikeJson(options.what) && !isFile(options.what);
    const auto json = [&] {
        return orFail(parseJson(
            looksLikeJson(options.what) ? options.what : orFail(readWholeFile(options.what, kLargestJson))));
    };
    const LegacyPolicyRead read
        = isText ? namedLegacy(family, options.what) : orFail(deserializeLegacy(json(), family));
    const LegacyPolicy& policy = read.policy;
    const Json written = serializeLegacy(policy);
    const std::optional<DTypePolicy> keras = kerasEquivalent(policy);
    const auto orInferred
        = [](const std::optional<std::string>& dtype) { return dtype ? Json(*dtype) : Json(); };
    Json words{{"name", policy.name}, {"compute", orInferred(policy.computeDtype)},
        {"variable", orInferred(policy.variableDtype)},
        {"should_cast_variables", policy.shouldCastVariables()}, {"config", legacyConfig(policy)},
        {"serialized", written}, {"repr", repr(policy)}, {"keras3", keras ? Json(keras->name) : Json()},
        {"note", read.note.empty() ? Json() : Json(read.note)}};
    if (policy.policyClass != LegacyPolicyClass::TfKerasPolicy)
        words["loss_scale"] = policy.lossScale ? Json(lossScaleRepr(policy.lossScale)) : Json();
    if (options.asJson)
        return print(layoutJson(words));
    const std::string unset = "inferred from the first input";
    std::vector<std::vector<std::string>> table{{"name", policy.name},
        {"compute", policy.computeDtype.value_or(unset)}, {"variable", policy.variableDtype.value_or(unset)},
        {"should_cast_variables", policy.shouldCastVariables() ? "True" : "False"}};
    if (policy.policyClass != LegacyPolicyClass::TfKerasPolicy)
        table.push_back({"loss_scale",
            lossScaleRepr(policy.lossScale) + (policy.hasDefaultLossScale ? " (by its name)" : "")});
    table.push_back({"config", legacyConfig(policy).dump()});
    table.push_back({"serialized", written.dump()});
    table.push_back({"repr", repr(policy)});
    if (keras)
        table.push_back({"in Keras 3", keras->name + (policy.lossScale ? ", without the loss scale" : "")});
    std::string text = alignedTable(table) + "\n";
    for (const FamilyFact& fact : familyFacts(family))
        text += fact.topic + ": " + fact.sentence + "\n";
    const int printed = print(text);
    if (!read.note.empty())
        complain(read.note);
    return printed;
}

std::string shapeText(const std::vector<std::int64_t>& shape)
{
    const std::string text = joinedText(shape, ", ");
    return "(" + text + (shape.size() == 1 ? ",)" : ")");
}

/// Prints the variables of quantized layers in the order in which Keras stores them.
int showStorage(const PolicySubject& subject, const PolicyShowOptions& options)
{
    const auto* session = std::get_if<SessionSpec>(&subject);
    if (session == nullptr)
        fail({"--storage", "expected a session, whose layers have shapes"});
    const std::vector<LayerStorage> layers = orFail(quantizedStorage(*session), inside(options.what));
    Json list = Json::array();
    std::vector<std::vector<std::string>> table{
        {"path", "stored as", "variable", "shape", "dtype", "trainable", "packing"}};
    std::string counts;
    for (const LayerStorage& layer : layers) {
        Json variables = Json::array();
        for (std::size_t i = 0; i < layer.variables.size(); ++i) {
            const StoredVariable& variable = layer.variables[i];
            variables.push_back({{"name", variable.name}, {"shape", variable.shape},
                {"dtype", variable.dtype}, {"trainable", variable.trainable},
                {"packing", variable.packing.empty() ? Json() : Json(variable.packing)}});
            table.push_back({layer.path, std::to_string(i), variable.name, shapeText(variable.shape),
                variable.dtype, variable.trainable ? "yes" : "no", variable.packing});
        }
        list.push_back({{"path", layer.path}, {"policy", layer.policy}, {"variables", std::move(variables)},
            {"trainable", layer.count(true)}, {"non_trainable", layer.count(false)},
            {"note", layer.note.empty() ? Json() : Json(layer.note)}});
        counts += layer.path + ", " + layer.policy + ": " + std::to_string(layer.count(true))
            + " trainable numbers, " + std::to_string(layer.count(false)) + " not."
            + (layer.note.empty() ? "" : " " + layer.note) + "\n";
    }
    if (options.asJson)
        return print(layoutJson(list));
    return print(layers.empty() ? "No layer has a quantized policy.\n" : alignedTable(table) + "\n" + counts);
}

int show(const PolicyShowOptions& options)
{
    const LoaderArgument loader = loaderArgument(options.loader);
    if (loader.family != PolicyFamily::Keras3) {
        const std::optional<PolicySubject> model = modelSubject(options.what, loader);
        return model ? showLayers(*model, options.what, loader, options.asJson) : showLegacy(options);
    }
    if (options.isObject)
        return showPolicy(orFail(getPolicyOfObject(options.what)), options.asJson);
    const PolicySubject subject = policySubject(options.what, loader);
    if (options.isStorage)
        return showStorage(subject, options);
    if (const auto* policy = std::get_if<KerasPolicy>(&subject))
        return showPolicy(*policy, options.asJson);
    return showLayers(subject, options.what, loader, options.asJson);
}

} // namespace

void definePolicyShow(CLI::App& command, Action& action)
{
    command.footer(
        "A name and JSON are read as keras.dtype_policies.get reads them; an error has the kind of "
        "Keras' exception.\n"
        "A Keras model is what model.to_json() gives; a layer that has another path, and so another policy of a "
        "map, once it is loaded is named on standard error.\n"
        "Examples: ulpscope-cli policy show circle\n"
        "          ulpscope-cli policy show model.json\n"
        "          ulpscope-cli policy show int8_from_mixed_bfloat16 --json\n"
        "          ulpscope-cli policy show '{\"class_name\": \"DTypePolicy\", \"config\": {}}' --global "
        "bfloat16\n"
        "          ulpscope-cli policy show np.float16 --object\n"
        "          ulpscope-cli policy show quantized.ulps --storage\n"
        "          ulpscope-cli policy show mixed_float16 --family experimental\n"
        "          ulpscope-cli policy show '{\"class_name\": \"PolicyV1\", \"config\": {\"name\": \"mixed_float16\", "
        "\"loss_scale\": 8}}' --family experimental");
    auto options = std::make_shared<PolicyShowOptions>();
    command
        .add_option("WHAT", options->what,
            "A policy's name, Keras' JSON of a policy or a model or a file with it, a session, a scene")
        ->required();
    addLoaderOptions(command, options->loader);
    command
        .add_option("--family", options->loader.family,
            "Read a policy's name or JSON, or a model, as an older family does: tf_keras or experimental")
        ->check(CLI::IsMember(policyFamilyNames()));
    command.add_flag("--storage", options->isStorage,
        "Of a session: the variables that quantized layers keep, packed, in Keras' store order");
    command.add_flag("--object", options->isObject,
        "WHAT names a Python type or dtype object: float, np.float16, torch.bfloat16");
    command.add_flag("--json", options->asJson, "Print JSON, errors too");
    command.callback([&action, options] {
        action = [options] { return withJsonErrors(options->asJson, [&] { return show(*options); }); };
    });
}

} // namespace ulpscope::cli
