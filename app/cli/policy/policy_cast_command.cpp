// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/policy/policy_argument.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "engine/policy/cast_explanation.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace ulpscope::cli {

namespace {

struct CastOptions
{
    std::string policy;
    std::string family = "keras3";
    LoaderOptions loader;
    std::vector<std::string> inputs;
    std::vector<std::string> variables;
    std::vector<std::string> around; ///< policies of the layers whose call() this one is in, outermost first
    bool isWithoutAutocast = false;
    bool asJson = false;
};

struct NamedLayer
{
    std::string repr;
    LayerDtypes dtypes;
    std::string warning;
};

/// The policy's dtypes; an inferred one takes those of the first input. place: the option that errors are at.
NamedLayer layerOf(const std::string& name, bool autocast, PolicyFamily family, const KerasLoader& loader,
    const std::string& firstInput, const std::string& place)
{
    if (family == PolicyFamily::Keras3) {
        const KerasPolicy policy = orFail(policyArgument(name, loader), place);
        const std::string shown = std::visit([](const auto& given) { return repr(given); }, policy);
        return {shown, layerDtypes(policyOrDefault(policy), autocast), {}};
    }
    LegacyPolicyMade made;
    if (family == PolicyFamily::TfKeras)
        made.policy = orFail(makeTfKerasPolicy(name), place);
    else
        made = orFail(makeExperimentalPolicy(name), place);
    return {repr(made.policy), layerDtypes(afterFirstCall(made.policy, firstInput), autocast), made.warning};
}

/// An argument, or a part of a tuple.
struct GivenArgument
{
    std::string place; ///< "1", "1[0]"
    std::string text;
    CallArgument argument;
};

/// "float32", "array:float64", "python:float": a tensor, an array, an object of Python.
CallArgument argumentOf(const std::string& text, bool isFirst)
{
    CallArgument argument{ArgumentKind::Tensor, text, isFirst, true};
    if (text.starts_with("array:"))
        argument = {ArgumentKind::Array, text.substr(6), isFirst, true};
    else if (text.starts_with("python:"))
        argument = {ArgumentKind::Python, text.substr(7), isFirst, isFirst};
    const bool isPython = argument.kind == ArgumentKind::Python;
    if (isPython && (argument.dtype == "str" || argument.dtype == "None" || argument.dtype == "object"))
        return CallArgument{ArgumentKind::Other, argument.dtype, isFirst, isFirst};
    const bool isKnown = isPython
        ? argument.dtype == "float" || argument.dtype == "int" || argument.dtype == "bool"
        : std::find(kerasDtypes().begin(), kerasDtypes().end(), argument.dtype) != kerasDtypes().end();
    if (!isKnown)
        fail({"--input",
            "expected a dtype such as float32, array:float64, python:float or a tuple such as (float32,int32), got "
                + shownText(text)});
    return argument;
}

/// The argument at a place, or the parts of the tuple "(float32,int32)".
void addArgument(std::vector<GivenArgument>& arguments, const std::string& text, std::size_t index)
{
    const bool isTuple = text.size() > 2 && text.front() == '(' && text.back() == ')';
    std::string rest = isTuple ? text.substr(1, text.size() - 2) : text;
    for (std::size_t part = 0;; ++part) {
        const std::size_t comma = isTuple ? rest.find(',') : std::string::npos;
        const std::string one = rest.substr(0, comma);
        const CallArgument argument = argumentOf(one, index == 0);
        const std::string place = std::to_string(index + 1);
        arguments.push_back({isTuple ? place + "[" + std::to_string(part) + "]" : place, one, argument});
        if (comma == std::string::npos || comma + 1 == rest.size()) // "(float32,)" is a tuple of one
            return;
        rest.erase(0, comma + 1);
    }
}

struct GivenVariable
{
    std::string dtype;
    bool isAutocast = true; ///< add_weight's argument
};

/// "float32", "float32:autocast=False".
GivenVariable variableOf(const std::string& text)
{
    GivenVariable variable{text, true};
    for (const std::string off : {":autocast=False", ":experimental_autocast=False"})
        if (text.ends_with(off))
            variable = {text.substr(0, text.size() - off.size()), false};
    if (std::find(kerasDtypes().begin(), kerasDtypes().end(), variable.dtype) == kerasDtypes().end())
        fail({"--variable",
            "expected a dtype such as float32 or float32:autocast=False, got " + shownText(text)});
    return variable;
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
    std::vector<GivenArgument> arguments;
    for (std::size_t i = 0; i < options.inputs.size(); ++i)
        addArgument(arguments, options.inputs[i], i);
    const std::string firstInput = inferredDtype(arguments.front().argument);
    const LoaderArgument loader = loaderArgument(options.loader);
    const NamedLayer layer
        = layerOf(options.policy, !options.isWithoutAutocast, family, loader, firstInput, {});
    const LayerDtypes& dtypes = layer.dtypes;
    AutocastScope scope;
    for (const std::string& name : options.around) {
        const NamedLayer outer = layerOf(name, true, family, loader, firstInput, "--within");
        scope = scopeFor(family, outer.dtypes, scope);
    }
    const AutocastScope around = scope;
    scope = scopeFor(family, dtypes, around);

    Json inputs = Json::array();
    std::vector<std::vector<std::string>> table{{"argument", "given", "seen", "because"}};
    for (const GivenArgument& given : arguments) {
        const Result<SeenArgument> seen = convertInput(family, dtypes, given.argument);
        const std::string shown = seen ? seen->dtype : "refused";
        const std::string reason = seen ? seen->reason : seen.error().message.text();
        inputs.push_back({{"argument", given.place}, {"given", given.text},
            {"seen", seen ? Json(seen->dtype) : Json(nullptr)}, {"cast", seen && seen->isCast},
            {"reason", reason}});
        table.push_back({given.place, given.text, shown, reason});
    }
    Json variables = Json::array();
    std::vector<std::string> reprs;
    for (std::size_t i = 0; i < options.variables.size(); ++i) {
        const GivenVariable given = variableOf(options.variables[i]);
        const SeenVariable seen = readVariable(family, dtypes, given.dtype, given.isAutocast, scope);
        const SeenVariable outside
            = readVariable(family, dtypes, given.dtype, given.isAutocast, AutocastScope());
        const std::string name = "v" + std::to_string(i);
        const std::string within = variableRepr(family, name, seen);
        variables.push_back(
            {{"stored", seen.trueDtype}, {"seen", seen.dtype}, {"autocast", seen.isAutocast}});
        if (!within.empty()) {
            variables.back()["repr"] = within;
            variables.back()["repr_outside"] = variableRepr(family, name, outside);
            reprs.push_back(within);
        }
        table.push_back({"variable", options.variables[i], seen.dtype,
            seen.dtype != given.dtype ? "read within call() it is cast"
                : seen.isAutocast     ? "it has the dtype of the scope, or there is none"
                : !given.isAutocast   ? "it was made with autocast=False"
                                      : "it is not one that is cast"});
    }
    const auto scopeJson = [](const AutocastScope& s) { return s && *s ? Json(**s) : Json(nullptr); };
    if (options.asJson)
        return print(layoutJson(Json{{"policy", layer.repr}, {"family", options.family},
            {"compute_dtype", orUnset(dtypes.compute)}, {"variable_dtype", orUnset(dtypes.variable)},
            {"layer_dtype", orUnset(dtypes.layerDtype())}, {"autocast", dtypes.autocast},
            {"scope", scopeJson(scope)}, {"scope_around", scopeJson(around)}, {"inputs", inputs},
            {"variables", variables}}));
    if (!layer.warning.empty())
        complain(layer.warning);
    std::string text = layer.repr + ": computes in " + orUnset(dtypes.compute) + ", Layer.dtype is "
        + orUnset(dtypes.layerDtype()) + "\n";
    if (!options.around.empty())
        text += "scope around: " + (around && *around ? **around : "none")
            + ", inside: " + (scope && *scope ? **scope : "none") + "\n";
    text += alignedTable(table);
    for (const std::string& repr : reprs)
        text += repr + "\n";
    return print(text);
}

} // namespace

void definePolicyCast(CLI::App& command, Action& action)
{
    command.footer(
        "An input is a tensor's dtype (float32), an array's (array:float64), an object of Python (python:float, int, bool,\n"
        "str, None or object; after the first input it counts as a keyword argument) or a tuple of them, (float32,int32).\n"
        "A variable is a dtype, with :autocast=False what add_weight(autocast=False) makes (experimental_autocast before\n"
        "TensorFlow 2.4). --within names the policies of the layers whose call() the layer is in, outermost first.\n"
        "Examples: ulpscope-cli policy cast mixed_float16\n"
        "          ulpscope-cli policy cast mixed_float16 --family tf_keras --input float64 float64\n"
        "          ulpscope-cli policy cast _infer --family tf_keras --input float64 --json\n"
        "          ulpscope-cli policy cast float32 --within mixed_float16 --variable float32 float32:autocast=False");
    auto options = std::make_shared<CastOptions>();
    command
        .add_option("POLICY", options->policy, "A policy's name; of Keras 3 its JSON, too, or a file with it")
        ->required();
    command.add_option("--family", options->family, "Whose rules: keras3, tf_keras or experimental")
        ->check(CLI::IsMember(policyFamilyNames()));
    addVersionOption(command, options->loader);
    command.add_option("--input", options->inputs, "The call's arguments, in order")->type_name("DTYPE ...");
    command.add_option("--variable", options->variables, "Variables' dtypes")->type_name("DTYPE ...");
    command.add_option("--within", options->around, "Policies of the layers around, outermost first")
        ->type_name("POLICY ...");
    command.add_flag("--no-autocast", options->isWithoutAutocast, "A layer with autocast=False");
    command.add_flag("--json", options->asJson, "Print JSON");
    command.callback([&action, options] { action = [options] { return castPolicy(*options); }; });
}

} // namespace ulpscope::cli
