// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/session_argument.h"
#include "app/cli/text_table.h"
#include "engine/file/whole_file.h"
#include "engine/io/json_text.h"
#include "engine/io/keras_export.h"
#include "engine/io/layer_policies.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace ulpscope::cli {

namespace {

struct Row
{
    std::string path; ///< a layer's path, a map's key, or "" for a policy alone
    DTypePolicy policy;
    std::string origin;
};

std::vector<Row> rowsOf(const KerasPolicy& policy)
{
    if (const auto* plain = std::get_if<DTypePolicy>(&policy))
        return {{"", *plain, std::string(className(plain->policyClass))}};
    const auto& map = std::get<DTypePolicyMap>(policy);
    std::vector<Row> rows{{"", map.defaultPolicy, "default of the map"}};
    for (const auto& [key, entry] : map.entries)
        rows.push_back({key, entry, "map key"});
    return rows;
}

Result<std::vector<Row>> rowsOf(const SessionSpec& session)
{
    const Result<std::vector<LayerPolicy>> layers = layerPolicies(session);
    if (!layers)
        return layers.error();
    std::vector<Row> rows;
    for (const LayerPolicy& layer : *layers) {
        const bool isChanged = layer.applied != layer.given.policy;
        rows.push_back({layer.path, layer.applied,
            layer.given.originText()
                + (isChanged ? " (" + layer.given.policy.name + ": this layer has no float8 call)" : "")});
    }
    return rows;
}

/// A session file says so in its "format".
bool isSession(const nlohmann::ordered_json& json)
{
    return json.is_object() && json.contains("format");
}

Result<std::vector<Row>> rowsOf(const std::string& argument)
{
    if (const Result<DTypePolicy> policy = getPolicy(argument))
        return rowsOf(KerasPolicy(*policy));
    const Result<std::filesystem::path> path = findSession(argument);
    if (!path)
        return Error{"", getPolicy(argument).error().message + "; nor is it a file or a scene"};
    const Result<std::string> text = readWholeFile(*path, kLargestJson);
    if (!text)
        return text.error();
    const Result<nlohmann::ordered_json> json = parseJson(*text);
    if (!json)
        return Error{path->string(), json.error().text()};
    if (!isSession(*json)) {
        const Result<KerasPolicy> policy = policyFromJson(*json);
        if (!policy)
            return Error{path->string(), policy.error().text()};
        return rowsOf(*policy);
    }
    const Result<SessionSpec> session = loadSession(*path);
    if (!session)
        return session.error();
    return rowsOf(*session);
}

int show(const std::string& argument, bool asJson)
{
    const Result<std::vector<Row>> rows = rowsOf(argument);
    if (!rows)
        return failWith(rows.error());
    if (asJson) {
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
        for (const Row& row : *rows)
            list.push_back(
                {{"path", row.path}, {"policy", row.policy.name}, {"compute_dtype", row.policy.computeDtype},
                    {"variable_dtype", row.policy.variableDtype}, {"origin", row.origin}});
        return print(layoutJson(list));
    }
    std::vector<std::vector<std::string>> table{{"path", "policy", "compute", "variable", "origin"}};
    for (const Row& row : *rows)
        table.push_back({row.path.empty() ? "-" : row.path, row.policy.name, row.policy.computeDtype,
            row.policy.variableDtype, row.origin});
    return print(alignedTable(table));
}

int exportMap(const std::string& argument, const std::string& file)
{
    const Result<SessionSpec> session = sessionArgument(argument);
    if (!session)
        return failWith(session.error());
    const Result<KerasExport> exported = exportKerasMap(*session);
    if (!exported)
        return failWith(exported.error());
    const std::string text = kerasText(exported->map);
    if (file.empty()) {
        if (const int printed = print(text); printed != kDone)
            return printed;
    } else if (const Status written = writeWholeFile(file, text); !written) {
        return failWith(written.error());
    }
    if (!exported->leftOut.empty())
        complain("Keras' policy JSON cannot say:");
    for (const std::string& sentence : exported->leftOut)
        complain("  " + sentence);
    return kDone;
}

void addShow(CLI::App& policy, Action& action)
{
    CLI::App* command
        = policy.add_subcommand("show", "Show the dtype policy of every layer and where it comes from");
    command->footer("Examples: ulpscope-cli policy show circle\n"
                    "          ulpscope-cli policy show mixed_bfloat16\n"
                    "          ulpscope-cli policy show policy.json --json");
    auto argument = std::make_shared<std::string>();
    auto asJson = std::make_shared<bool>(false);
    command
        ->add_option(
            "WHAT", *argument, "A session, a scene, a policy's name, or a file with Keras' policy JSON")
        ->required();
    command->add_flag("--json", *asJson, "Print a JSON list");
    command->callback(
        [&action, argument, asJson] { action = [argument, asJson] { return show(*argument, *asJson); }; });
}

void addExport(CLI::App& policy, Action& action)
{
    CLI::App* command
        = policy.add_subcommand("export", "Write a session's policies as JSON that Keras loads");
    command->footer("keras-map is a DTypePolicyMap for keras.dtype_policies.deserialize, always with an "
                    "explicit default_policy.\n"
                    "What Keras' policy JSON cannot say is listed on standard error.\n"
                    "Example: ulpscope-cli policy export circle --as keras-map -o policy.json");
    auto session = std::make_shared<std::string>();
    auto as = std::make_shared<std::string>(); // one choice so far; kept for the parser, which writes to it
    auto file = std::make_shared<std::string>();
    command->add_option("SESSION", *session, "Session file or scene")->required();
    command->add_option("--as", *as, "What to write")->required()->check(CLI::IsMember({"keras-map"}));
    command->add_option("-o,--output", *file, "File to write (default: standard output)")->type_name("FILE");
    command->callback(
        [&action, session, as, file] { action = [session, file] { return exportMap(*session, *file); }; });
}

} // namespace

void addPolicy(CLI::App& app, Action& action)
{
    CLI::App* command = app.add_subcommand("policy", "Show and export dtype policies");
    command->require_subcommand(1);
    command->footer("Examples: ulpscope-cli policy show circle\n"
                    "          ulpscope-cli policy export circle --as keras-map");
    addShow(*command, action);
    addExport(*command, action);
}

} // namespace ulpscope::cli
