// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/policy/policy_argument.h"
#include "app/cli/policy/policy_subject.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "engine/base/text_lists.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

#include <unordered_set>

namespace ulpscope::cli {

namespace {

struct PolicyDiffOptions
{
    std::string first;
    std::string second;
    LoaderOptions loader;
    bool asJson = false;
};

/// Policy of one path on one side of the comparison.
struct Side
{
    std::string policy;
    std::string compute;
    std::string variable;
    std::string mode;
    std::string numerics;
    std::string policyClass = {}; ///< with what neither its name nor the dtypes say

    bool operator==(const Side&) const = default;
};

/// Distinct paths in the order in which they were added.
class Paths
{
public:
    void add(const std::string& path)
    {
        if (m_known.insert(path).second)
            m_paths.push_back(path);
    }
    const std::vector<std::string>& all() const { return m_paths; }

private:
    std::vector<std::string> m_paths;
    std::unordered_set<std::string> m_known;
};

/// Paths of its layers; a map alone has keys.
void addPaths(const PolicySubject& subject, Paths& paths)
{
    const std::vector<SubjectLayer> layers = orFail(layersOf(subject));
    for (const SubjectLayer& layer : layers)
        paths.add(layer.path);
}

void addKeys(const PolicySubject& subject, Paths& paths)
{
    if (const auto* policy = std::get_if<KerasPolicy>(&subject))
        if (const auto* map = std::get_if<DTypePolicyMap>(policy))
            for (const auto& [key, entry] : map->entries)
                paths.add(key);
}

/// "QuantizedFloat8DTypePolicy(amax_history_length=16)"
std::string classText(const DTypePolicy& policy)
{
    if (policy.policyClass == PolicyClass::FloatDTypePolicy) // operator== takes these classes for the same
        return std::string(className(PolicyClass::DTypePolicy));
    const std::string text(className(policy.policyClass));
    return policy.policyClass == PolicyClass::QuantizedFloat8DTypePolicy
        ? text + "(amax_history_length=" + std::to_string(policy.amaxHistoryLength) + ")"
        : text;
}

Side sideOf(SubjectLookup& subject, const std::string& path)
{
    const Result<MapLookup> found = subject.policyAt(path);
    if (!found) {
        const bool isThere = found.error().kind != ErrorKind::Input;
        return isThere ? Side{std::string(kindName(found.error().kind)), "-", "-", "-", ""}
                       : Side{"(no such layer)", "-", "-", "-", ""};
    }
    Side side{found->policy.name, found->policy.computeDtype, found->policy.variableDtype,
        modeText(found->policy), "", classText(found->policy)};
    if (const SubjectLayer* layer = subject.layerAt(path))
        side.numerics = layer->numerics;
    return side;
}

std::vector<std::string> differences(const Side& a, const Side& b)
{
    std::vector<std::string> names;
    const auto add = [&](const char* name, const std::string& first, const std::string& second) {
        if (first != second)
            names.emplace_back(name);
    };
    add("policy", a.policy, b.policy);
    if (a.policy == b.policy)
        add("class", a.policyClass, b.policyClass);
    add("compute", a.compute, b.compute);
    add("variable", a.variable, b.variable);
    add("quantization", a.mode, b.mode);
    add("numerics", a.numerics, b.numerics);
    return names;
}

Json sideJson(const Side& side)
{
    return {{"policy", side.policy}, {"class", side.policyClass.empty() ? Json() : Json(side.policyClass)},
        {"compute", side.compute}, {"variable", side.variable},
        {"quantization_mode", side.mode == "-" ? Json() : Json(side.mode)}, {"numerics", side.numerics}};
}

std::string sideText(const Side& side, bool showsClass)
{
    return side.policy + (showsClass ? " as " + side.policyClass : "")
        + (side.numerics.empty() ? "" : " with " + side.numerics);
}

int diff(const PolicyDiffOptions& options)
{
    const LoaderArgument loader = loaderArgument(options.loader);
    const PolicySubject first = policySubject(options.first, loader);
    const PolicySubject second = policySubject(options.second, loader);
    Paths paths;
    for (const PolicySubject* subject : {&first, &second})
        addPaths(*subject, paths);
    const bool hasLayers = !paths.all().empty();
    if (!hasLayers) {
        addKeys(first, paths);
        addKeys(second, paths);
        paths.add("(default)"); // no key matches it but a pattern for everything
    }

    Json list = Json::array();
    std::vector<std::vector<std::string>> table{{"path", "differs in", "first", "second"}};
    SubjectLookup ofFirst(first);
    SubjectLookup ofSecond(second);
    for (const std::string& path : paths.all()) {
        const Side a = sideOf(ofFirst, path);
        const Side b = sideOf(ofSecond, path);
        const std::vector<std::string> names = differences(a, b);
        if (names.empty())
            continue;
        list.push_back({{"path", path}, {"differs", names}, {"first", sideJson(a)}, {"second", sideJson(b)}});
        const bool showsClass = std::find(names.begin(), names.end(), "class") != names.end();
        table.push_back({path, joinedText(names, ", "), sideText(a, showsClass), sideText(b, showsClass)});
    }
    if (options.asJson)
        return print(layoutJson(list));
    return print(list.empty() ? "No differences in " + std::to_string(paths.all().size()) + " path(s).\n"
                              : alignedTable(table));
}

} // namespace

void definePolicyDiff(CLI::App& command, Action& action)
{
    command.footer(
        "A policy or a map is asked for the paths of the other's layers; of two maps the keys are compared as "
        "if they were paths.\n"
        "Examples: ulpscope-cli policy diff circle policy.json\n"
        "          ulpscope-cli policy diff model.json mixed_bfloat16 --json");
    auto options = std::make_shared<PolicyDiffOptions>();
    const char* what = "A session, a scene, Keras' JSON of a model, a map or a policy, a policy's name";
    command.add_option("FIRST", options->first, what)->required();
    command.add_option("SECOND", options->second, what)->required();
    addLoaderOptions(command, options->loader);
    command.add_flag("--json", options->asJson, "Print JSON, errors too");
    command.callback([&action, options] {
        action = [options] { return withJsonErrors(options->asJson, [&] { return diff(*options); }); };
    });
}

} // namespace ulpscope::cli
