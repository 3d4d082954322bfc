// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/policy_argument.h"
#include "app/cli/policy_commands.h"
#include "app/cli/session_argument.h"
#include "app/cli/text_table.h"
#include "engine/file/whole_file.h"
#include "engine/io/json_text.h"
#include "engine/io/layer_policies.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace ulpscope::cli {

namespace {

using Json = nlohmann::ordered_json;

struct Options
{
    std::string what;
    std::string global;
    bool isObject = false;
    bool asJson = false;
};

std::string modeText(const DTypePolicy& policy)
{
    return policy.isQuantized() ? policy.quantizationMode : "-";
}

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
    if (asJson)
        return print(layoutJson(policyDescription(policy)));
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

std::string originOf(const LayerPolicy& layer)
{
    const bool isChanged = layer.applied != layer.given.policy;
    return layer.given.originText()
        + (isChanged ? " (" + layer.given.policy.name + ": this layer has no float8 call)" : "");
}

int showSession(const SessionSpec& session, bool asJson)
{
    const Result<std::vector<LayerPolicy>> layers = layerPolicies(session);
    if (!layers)
        return refuse(layers.error(), asJson);
    if (asJson) {
        Json list = Json::array();
        for (const LayerPolicy& layer : *layers) {
            const DTypePolicy& policy = layer.applied;
            list.push_back({{"path", layer.path}, {"policy", policy.name}, {"compute", policy.computeDtype},
                {"variable", policy.variableDtype},
                {"quantization_mode", policy.isQuantized() ? Json(policy.quantizationMode) : Json()},
                {"origin", originOf(layer)}});
        }
        return print(layoutJson(list));
    }
    std::vector<std::vector<std::string>> table{
        {"path", "policy", "compute", "variable", "quantization", "origin"}};
    for (const LayerPolicy& layer : *layers)
        table.push_back({layer.path, layer.applied.name, layer.applied.computeDtype,
            layer.applied.variableDtype, modeText(layer.applied), originOf(layer)});
    return print(alignedTable(table));
}

/// A session file says so in its "format".
bool isSessionFile(const std::filesystem::path& path)
{
    const Result<std::string> text = readWholeFile(path, kLargestJson);
    if (!text)
        return false;
    const Result<Json> json = parseJson(*text);
    return json && json->is_object() && json->contains("format");
}

int show(const Options& options)
{
    const Result<KerasPolicy> global = globalArgument(options.global);
    if (!global)
        return refuse(global.error(), options.asJson);
    if (options.isObject) {
        const Result<DTypePolicy> policy = getPolicyOfObject(options.what);
        return policy ? showPolicy(*policy, options.asJson) : refuse(policy.error(), options.asJson);
    }
    const Result<std::filesystem::path> session = findSession(options.what);
    if (!looksLikeJson(options.what) && session && isSessionFile(*session)) {
        const Result<SessionSpec> loaded = loadSession(*session);
        return loaded ? showSession(*loaded, options.asJson) : refuse(loaded.error(), options.asJson);
    }
    const Result<KerasPolicy> policy = policyArgument(options.what, *global);
    return policy ? showPolicy(*policy, options.asJson) : refuse(policy.error(), options.asJson);
}

} // namespace

void addPolicyShow(CLI::App& policy, Action& action)
{
    CLI::App* command
        = policy.add_subcommand("show", "Show a policy, a map, or the policy of every layer of a session");
    command->footer(
        "A name and JSON are read as keras.dtype_policies.get reads them; an error has the kind of "
        "Keras' exception.\n"
        "Examples: ulpscope-cli policy show circle\n"
        "          ulpscope-cli policy show int8_from_mixed_bfloat16 --json\n"
        "          ulpscope-cli policy show '{\"class_name\": \"DTypePolicy\", \"config\": {}}' --global "
        "bfloat16\n"
        "          ulpscope-cli policy show np.float16 --object");
    auto options = std::make_shared<Options>();
    command
        ->add_option(
            "WHAT", options->what, "A policy's name, Keras' JSON or a file with it, a session, a scene")
        ->required();
    addGlobalOption(*command, options->global);
    command->add_flag("--object", options->isObject,
        "WHAT names a Python type or dtype object: float, np.float16, torch.bfloat16");
    command->add_flag("--json", options->asJson, "Print JSON, errors too");
    command->callback([&action, options] { action = [options] { return show(*options); }; });
}

} // namespace ulpscope::cli
