// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/policy/policy_argument.h"
#include "app/cli/policy/policy_subject.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace ulpscope::cli {

namespace {

struct PolicyResolveOptions
{
    std::string map;
    std::vector<std::string> paths;
    LoaderOptions loader;
    bool asJson = false;
};

std::string matchText(MapMatch match)
{
    switch (match) {
    case MapMatch::Exact:
        return "exact";
    case MapMatch::Regex:
        return "regex";
    case MapMatch::Default:
        break;
    }
    return "default";
}

int printJson(const std::vector<std::string>& paths, const std::vector<Result<MapLookup>>& found)
{
    Json list = Json::array();
    for (std::size_t i = 0; i < paths.size(); ++i) {
        Json row{{"path", paths[i]}};
        if (found[i]) {
            row["match"] = matchText(found[i]->match);
            row["key"] = found[i]->match == MapMatch::Default ? Json() : Json(found[i]->key);
            row.update(policyDescription(found[i]->policy));
        } else {
            row.update(errorJson(found[i].error()));
        }
        list.push_back(row);
    }
    return print(layoutJson(list));
}

int printTable(const std::vector<std::string>& paths, const std::vector<Result<MapLookup>>& found)
{
    std::vector<std::vector<std::string>> table{{"path", "policy", "compute", "variable", "match", "key"}};
    for (std::size_t i = 0; i < paths.size(); ++i)
        if (found[i])
            table.push_back({paths[i], found[i]->policy.name, found[i]->policy.computeDtype,
                found[i]->policy.variableDtype, matchText(found[i]->match), found[i]->key});
    const int printed = print(alignedTable(table));
    for (const Result<MapLookup>& lookup : found)
        if (!lookup)
            complain(std::string(kindName(lookup.error().kind)) + ": " + lookup.error().text());
    return printed;
}

int resolve(const PolicyResolveOptions& options)
{
    const PolicySubject policy = policySubject(options.map, loaderArgument(options.loader));
    SubjectLookup lookup(policy);
    std::vector<Result<MapLookup>> found;
    bool isRight = true;
    for (const std::string& path : options.paths) {
        found.push_back(lookup.policyAt(path));
        isRight = isRight && found.back().ok();
    }
    const int printed = options.asJson ? printJson(options.paths, found) : printTable(options.paths, found);
    return printed == kDone && !isRight ? kWrongUse : printed;
}

} // namespace

void definePolicyResolve(CLI::App& command, Action& action)
{
    command.footer(
        "As Keras' map[path]: the exact key, else the one regular expression that matches the whole "
        "path, else the default.\n"
        "Example: ulpscope-cli policy resolve policy.json sequential/dense sequential/dense_1 --json");
    auto options = std::make_shared<PolicyResolveOptions>();
    command
        .add_option("MAP", options->map,
            "Keras' JSON of a DTypePolicyMap or a model, a file with it, a policy, a session or a scene")
        ->required();
    // One path and what is left: a list of texts would be split at the commas of "[a,b]".
    auto first = std::make_shared<std::string>();
    command.add_option("PATH", *first, "A layer path, such as sequential/dense; more may follow")->required();
    command.allow_extras();
    addLoaderOptions(command, options->loader);
    command.add_flag("--json", options->asJson, "Print JSON, errors too");
    command.callback([&action, &command, options, first] {
        options->paths = {*first};
        bool isAfterDashes = false; // arguments after "--" are no options
        for (const std::string& path : command.remaining()) {
            if (path == "--" && !isAfterDashes) {
                isAfterDashes = true;
                continue;
            }
            if (path.starts_with("--") && !isAfterDashes)
                throw CLI::ExtrasError("resolve", {path});
            options->paths.push_back(path);
        }
        action = [options] { return withJsonErrors(options->asJson, [&] { return resolve(*options); }); };
    });
}

} // namespace ulpscope::cli
