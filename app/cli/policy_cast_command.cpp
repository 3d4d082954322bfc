// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/text_table.h"
#include "engine/io/json/json_text.h"
#include "engine/policy/cast_explanation.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace ulpscope::cli {

namespace {

using Json = nlohmann::ordered_json;

struct CastOptions
{
    std::string policy;
    std::string family = "keras3";
    std::vector<std::string> inputs;
    std::vector<std::string> variables;
    bool isWithoutAutocast = false;
    bool asJson = false;
};

struct NamedLayer
{
    std::string repr;
    LayerDtypes dtypes;
    std::string warning;
};

/// The policy's dtypes; an inferred one takes those of the first input.
Result<NamedLayer> layerOf(const CastOptions& options, PolicyFamily family, const std::string& firstInput)
{
    const bool autocast = !options.isWithoutAutocast;
    if (family == PolicyFamily::Keras3) {
        const Result<DTypePolicy> policy = getPolicy(options.policy);
        if (!policy)
            return policy.error();
        return NamedLayer{repr(*policy), layerDtypes(*policy, autocast), {}};
    }
    LegacyPolicyMade made;
    if (family == PolicyFamily::TfKeras) {
        const Result<LegacyPolicy> policy = makeTfKerasPolicy(options.policy);
        if (!policy)
            return policy.error();
        made.policy = *policy;
    } else {
        const Result<LegacyPolicyMade> policy = makeExperimentalPolicy(options.policy);
        if (!policy)
            return policy.error();
        made = *policy;
    }
    return NamedLayer{
        repr(made.policy), layerDtypes(afterFirstCall(made.policy, firstInput), autocast), made.warning};
}

/// "float32", "array:float64", "python:float": a tensor, an array, a number of Python.
Result<CallArgument> argumentOf(const std::string& text, bool isFirst)
{
    CallArgument argument{ArgumentKind::Tensor, text, isFirst, true};
    if (text.starts_with("array:"))
        argument = {ArgumentKind::Array, text.substr(6), isFirst, true};
    else if (text.starts_with("python:"))
        argument = {ArgumentKind::Python, text.substr(7), isFirst, isFirst};
    const bool isPython = argument.kind == ArgumentKind::Python;
    const bool isKnown = isPython
        ? argument.dtype == "float" || argument.dtype == "int" || argument.dtype == "bool"
        : std::find(kerasDtypes().begin(), kerasDtypes().end(), argument.dtype) != kerasDtypes().end();
    if (!isKnown)
        return Error{"--input",
            "expected a dtype such as float32, array:float64 or python:float, got " + shownText(text)};
    return argument;
}

std::string orUnset(const std::optional<std::string>& dtype)
{
    return dtype.value_or("inferred");
}

int castPolicy(CastOptions options)
{
    if (options.inputs.empty())
        options.inputs = {"float32", "float64", "int32", "array:float64"};
    if (options.variables.empty())
        options.variables = {"float32", "int32"};
    const PolicyFamily family = policyFamilyByName(options.family);
    std::vector<CallArgument> arguments;
    for (const std::string& text : options.inputs) {
        const Result<CallArgument> argument = argumentOf(text, arguments.empty());
        if (!argument)
            return failWith(argument.error());
        arguments.push_back(*argument);
    }
    const Result<NamedLayer> layer = layerOf(options, family, arguments.front().dtype);
    if (!layer)
        return failWith(layer.error());
    const LayerDtypes& dtypes = layer->dtypes;
    const AutocastScope scope = scopeFor(family, dtypes);

    Json inputs = Json::array();
    std::vector<std::vector<std::string>> table{{"argument", "given", "seen", "because"}};
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Result<SeenArgument> seen = convertInput(family, dtypes, arguments[i]);
        const std::string shown = seen ? seen->dtype : "refused";
        const std::string reason = seen ? seen->reason : seen.error().message;
        inputs.push_back({{"given", options.inputs[i]}, {"seen", seen ? Json(seen->dtype) : Json(nullptr)},
            {"cast", seen && seen->isCast}, {"reason", reason}});
        table.push_back({std::to_string(i + 1), options.inputs[i], shown, reason});
    }
    Json variables = Json::array();
    for (const std::string& dtype : options.variables) {
        if (std::find(kerasDtypes().begin(), kerasDtypes().end(), dtype) == kerasDtypes().end())
            return failWith(Error{"--variable", "expected a dtype such as float32, got " + shownText(dtype)});
        const SeenVariable seen = readVariable(family, dtypes, dtype, true, scope);
        variables.push_back(
            {{"stored", seen.trueDtype}, {"seen", seen.dtype}, {"autocast", seen.isAutocast}});
        table.push_back({"variable", dtype, seen.dtype,
            seen.dtype != dtype   ? "read within call() it is cast"
                : seen.isAutocast ? "it has the dtype of the scope, or there is none"
                                  : "it is not one that is cast"});
    }
    if (options.asJson)
        return print(layoutJson(Json{{"policy", layer->repr}, {"family", options.family},
            {"compute_dtype", orUnset(dtypes.compute)}, {"variable_dtype", orUnset(dtypes.variable)},
            {"layer_dtype", orUnset(dtypes.layerDtype())}, {"autocast", dtypes.autocast},
            {"scope", scope && *scope ? Json(**scope) : Json(nullptr)}, {"inputs", inputs},
            {"variables", variables}}));
    if (!layer->warning.empty())
        complain(layer->warning);
    return print(layer->repr + ": computes in " + orUnset(dtypes.compute) + ", Layer.dtype is "
        + orUnset(dtypes.layerDtype()) + "\n" + alignedTable(table));
}

} // namespace

void definePolicyCast(CLI::App& command, Action& action)
{
    command.footer(
        "An input is a tensor's dtype (float32), an array's (array:float64) or a number of Python "
        "(python:float; after\nthe first input it counts as a keyword argument).\n"
        "Examples: ulpscope-cli policy cast mixed_float16\n"
        "          ulpscope-cli policy cast mixed_float16 --family tf_keras --input float64 float64\n"
        "          ulpscope-cli policy cast _infer --family tf_keras --input float64 --json");
    auto options = std::make_shared<CastOptions>();
    command.add_option("POLICY", options->policy, "A policy's name")->required();
    command.add_option("--family", options->family, "Whose rules: keras3, tf_keras or experimental")
        ->check(CLI::IsMember(policyFamilyNames()));
    command.add_option("--input", options->inputs, "The call's arguments, in order")->type_name("DTYPE ...");
    command.add_option("--variable", options->variables, "Variables' dtypes")->type_name("DTYPE ...");
    command.add_flag("--no-autocast", options->isWithoutAutocast, "A layer with autocast=False");
    command.add_flag("--json", options->asJson, "Print JSON");
    command.callback([&action, options] { action = [options] { return castPolicy(*options); }; });
}

} // namespace ulpscope::cli
