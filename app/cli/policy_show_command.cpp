// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/policy_argument.h"
#include "app/cli/policy_subject.h"
#include "app/cli/session_argument.h"
#include "app/cli/text_table.h"
#include "engine/io/json/json_text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace ulpscope::cli {

namespace {

using Json = nlohmann::ordered_json;

struct PolicyShowOptions
{
    std::string what;
    std::string global;
    bool isObject = false;
    bool asJson = false;
};

/// The JSON, or the error in the form that was asked for; its kind decides about the exit code.
int refuse(const Error& error, bool asJson)
{
    if (!asJson)
        return failWith(error);
    const int printed = print(layoutJson(errorJson(error)));
    return printed == kDone ? kWrongUse : printed;
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

/// Every layer of a session or a model.
int showLayers(const PolicySubject& subject, const std::string& argument, bool asJson)
{
    const Result<std::vector<SubjectLayer>> layers = layersOf(subject);
    if (!layers) // of a session: a model's are found one by one
        return refuse(inSession(argument, layers.error()), asJson);
    const bool isKerasModel = std::holds_alternative<KerasModelFile>(subject);
    bool isRight = true;
    Json list = Json::array();
    std::vector<std::vector<std::string>> table{
        {"path", "policy", "compute", "variable", "quantization", "origin"}};
    std::vector<std::string> notes;
    for (const SubjectLayer& layer : *layers) {
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
    const int printed = print(asJson ? layoutJson(list) : alignedTable(table));
    if (!asJson)
        for (const std::string& note : notes)
            complain(note);
    return printed == kDone && !isRight ? kWrongUse : printed;
}

int show(const PolicyShowOptions& options)
{
    const Result<KerasPolicy> global = globalArgument(options.global);
    if (!global)
        return refuse(global.error(), options.asJson);
    if (options.isObject) {
        const Result<DTypePolicy> policy = getPolicyOfObject(options.what);
        return policy ? showPolicy(*policy, options.asJson) : refuse(policy.error(), options.asJson);
    }
    const Result<PolicySubject> subject = policySubject(options.what, *global);
    if (!subject)
        return refuse(subject.error(), options.asJson);
    if (const auto* policy = std::get_if<KerasPolicy>(&*subject))
        return showPolicy(*policy, options.asJson);
    return showLayers(*subject, options.what, options.asJson);
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
        "          ulpscope-cli policy show np.float16 --object");
    auto options = std::make_shared<PolicyShowOptions>();
    command
        .add_option("WHAT", options->what,
            "A policy's name, Keras' JSON of a policy or a model or a file with it, a session, a scene")
        ->required();
    addGlobalOption(command, options->global);
    command.add_flag("--object", options->isObject,
        "WHAT names a Python type or dtype object: float, np.float16, torch.bfloat16");
    command.add_flag("--json", options->asJson, "Print JSON, errors too");
    command.callback([&action, options] { action = [options] { return show(*options); }; });
}

} // namespace ulpscope::cli
