// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/policy/policy_argument.h"
#include "app/cli/policy/policy_subject.h"
#include "app/cli/session_argument.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "app/io/keras/policy/policy_check.h"
#include "app/io/keras/quantized/quantization_report.h"
#include "app/io/tensors/tensor_file.h"
#include "app/judge/arithmetic/torch_check.h"
#include "engine/base/shown_text.h"
#include "engine/policy/legacy_policy.h"
#include "engine/session/compile_outcome.h"
#include "engine/session/unrounded_float8.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <string>

namespace ulpscope::cli {

namespace {

/// Assumes a GradScaler and Adam for the file's tensors, because a file of parameters does not say how they are trained.
TorchSetup setupOfFile(const std::string& path)
{
    const std::unique_ptr<TensorFile> file = orFail(openTensorFile(path));
    TorchSetup setup{.variables = {}, .hasScaler = true, .epsilon = 1e-8, .optimizer = "Adam"};
    for (const TensorEntry& entry : file->tensors())
        if (entry.type != nullptr && entry.type->kind == ElementKind::Float)
            setup.variables.push_back(
                {shownLine(entry.name), std::string(entry.type->name), entry.elements()});
    return setup;
}

bool isTensorFile(const std::string& what)
{
    std::error_code failure;
    if (!std::filesystem::is_regular_file(what, failure))
        return false;
    const Result<bool> begins = beginsAsTensorFile(what);
    return begins.ok() && *begins;
}

struct DtypeCount
{
    std::uint64_t variables = 0;
    std::uint64_t elements = 0;
};

std::map<std::string, DtypeCount> dtypesOf(const TorchSetup& setup)
{
    std::map<std::string, DtypeCount> counts;
    for (const TorchVariables& variable : setup.variables) {
        ++counts[variable.dtype].variables;
        counts[variable.dtype].elements += variable.elements;
    }
    return counts;
}

int printTorchJson(const TorchSetup& setup, const TorchReport& report)
{
    Json json{{"stack", "torch"}, {"scaler", setup.hasScaler}, {"dtypes", Json::object()},
        {"problems", Json::array()}, {"remarks", report.remarks}};
    for (const auto& [dtype, count] : dtypesOf(setup))
        json["dtypes"][dtype] = {{"variables", count.variables}, {"elements", count.elements}};
    for (const TorchProblem& problem : report.problems)
        json["problems"].push_back({{"path", problem.path}, {"kind", kindName(problem.error.kind)},
            {"message", problem.error.message.text()}, {"advice", problem.advice}});
    return print(layoutJson(json));
}

int printTorchText(const TorchSetup& setup, const TorchReport& report, bool isFile)
{
    constexpr std::size_t kShown = 10;
    std::string text;
    for (std::size_t i = 0; i < std::min(report.problems.size(), kShown); ++i)
        text += report.problems[i].path + ": " + std::string(kindName(report.problems[i].error.kind)) + ": "
            + report.problems[i].error.message.text() + "\n";
    if (report.problems.size() > kShown)
        text += "and " + std::to_string(report.problems.size() - kShown) + " more\n";
    for (std::size_t i = 0; i < report.problems.size(); ++i)
        if (i == 0 || report.problems[i].advice != report.problems[i - 1].advice)
            text += report.problems[i].advice + "\n";
    if (report.problems.empty())
        text += "Nothing here raises in PyTorch.\n";
    if (isFile)
        text += "A file does not say how it is trained: with a GradScaler and Adam, that is.\n";
    for (const std::string& remark : report.remarks)
        text += remark + "\n";
    std::vector<std::vector<std::string>> rows{
        {"dtype", isFile ? "tensors" : "layers", isFile ? "elements" : ""}};
    for (const auto& [dtype, count] : dtypesOf(setup))
        rows.push_back({dtype, std::to_string(count.variables),
            isFile ? std::to_string(count.elements) : std::string()});
    return print(text + "\n" + alignedTable(rows));
}

/// what: a session, a scene or a file of tensors. Gives the exit code.
int checkTorchStack(const std::string& what, bool asJson)
{
    const bool isFile = isTensorFile(what);
    const TorchSetup setup = isFile ? setupOfFile(what) : orFail(torchSetup(sessionArgument(what)));
    const TorchReport report = checkForTorch(setup);
    const int printed = asJson ? printTorchJson(setup, report) : printTorchText(setup, report, isFile);
    return printed == kDone && !report.problems.empty() ? kWrongUse : printed;
}

struct PolicyCheckOptions
{
    std::string what;
    LoaderOptions loader;
    std::string quantize;
    std::string stack = "keras";
    bool asJson = false;
};

std::vector<KerasProblem> problemsOf(const PolicySubject& subject, const KerasLoader& loader)
{
    if (const auto* session = std::get_if<SessionSpec>(&subject))
        return kerasProblems(*session);
    if (const auto* model = std::get_if<KerasModelFile>(&subject))
        return kerasProblems(*model, loader);
    return kerasProblems(std::get<KerasPolicy>(subject));
}

/// The policy that Model.compile finds: loading a model leaves its own aside.
KerasPolicy modelPolicy(const PolicySubject& subject, const KerasPolicy& global)
{
    if (const auto* policy = std::get_if<KerasPolicy>(&subject))
        return *policy;
    return global;
}

Result<std::vector<QuantizationRow>> reportOf(
    const PolicySubject& subject, const std::string& mode, KerasVersion version)
{
    if (const auto* session = std::get_if<SessionSpec>(&subject))
        return quantizationReport(*session, mode);
    if (mode.empty())
        return std::vector<QuantizationRow>();
    const Result<std::vector<SubjectLayer>> layers = layersOf(subject);
    if (!layers)
        return layers.error();
    std::vector<LayerToQuantize> rows;
    for (const SubjectLayer& layer : *layers)
        if (layer.policy)
            rows.push_back({layer.path, layer.className, *layer.policy, layer.mapName});
    return quantizationReport(rows, mode, version);
}

/// What Keras on a GPU does otherwise than the policies say; empty: nothing that is known.
/// quantized: the rows of a model that model.quantize was asked for; else none.
Message gpuRemark(const PolicySubject& subject, const std::vector<QuantizationRow>& quantized)
{
    std::vector<std::string> layers;
    for (const QuantizationRow& row : quantized)
        if (const Result<DTypePolicy> policy = getPolicy(row.policy);
            row.isQuantized && policy && isFloat8LeftOut(row.className, *policy))
            layers.push_back(row.path);
    if (!quantized.empty())
        return unroundedFloat8(layers);
    if (const auto* session = std::get_if<SessionSpec>(&subject))
        return unroundedFloat8(*session);
    if (const auto* model = std::get_if<KerasModelFile>(&subject)) {
        for (const KerasModelLayer& layer : model->layers)
            if (layer.loaded.found && isFloat8LeftOut(layer.className, layer.loaded.found->policy))
                layers.push_back(layer.loaded.path);
        return unroundedFloat8(layers);
    }
    const auto& given = std::get<KerasPolicy>(subject);
    if (const auto* map = std::get_if<DTypePolicyMap>(&given))
        for (const auto& [key, policy] : map->entries)
            if (isFloat8LeftOut("Dense", policy))
                layers.push_back("Dense layers at '" + shownText(key) + "'");
    if (isFloat8LeftOut("Dense", policyOrDefault(given)))
        layers.push_back("Dense layers with " + policyOrDefault(given).name);
    return unroundedFloat8(layers);
}

std::string asText(const std::vector<KerasProblem>& problems, const std::vector<QuantizationRow>& report,
    const std::string& compile, const std::string& keys, const std::string& program,
    const Message& remark = {})
{
    std::string text;
    for (const KerasProblem& problem : problems)
        text += problem.path + (problem.className.empty() ? "" : " (" + problem.className + ")") + ": "
            + std::string(kindName(problem.error.kind)) + ": " + problem.error.text() + "\n";
    const auto raising
        = std::ranges::find_if(report, [](const QuantizationRow& row) { return row.raises.has_value(); });
    if (raising != report.end())
        text += "model.quantize raises at " + raising->path + ": "
            + std::string(kindName(raising->raises->kind)) + ": " + raising->raises->message.text() + "\n";
    else if (problems.empty())
        text += "Nothing here raises in " + program + ".\n";
    text += compile + "\n" + (remark.empty() ? "" : remark.text() + "\n") + (keys.empty() ? "" : "\n" + keys);
    if (report.empty())
        return text;
    std::vector<std::vector<std::string>> table{{"path", "class", "quantized", "policy", "skipped because"}};
    for (const QuantizationRow& row : report)
        table.push_back(
            {row.path, row.className, row.isQuantized ? "yes" : "no", row.policy, row.reason.text()});
    return text + "\n" + alignedTable(table);
}

Json asJson(const std::vector<KerasProblem>& problems, const std::vector<QuantizationRow>& report,
    const std::string& compile)
{
    Json json{{"problems", Json::array()}, {"compile", compile}, {"quantization", Json::array()}};
    for (const KerasProblem& problem : problems)
        json["problems"].push_back(
            {{"path", problem.path}, {"class", problem.className.empty() ? Json() : Json(problem.className)},
                {"kind", kindName(problem.error.kind)}, {"message", problem.error.text()}});
    for (const QuantizationRow& row : report)
        json["quantization"].push_back({{"path", row.path}, {"class", row.className},
            {"is_quantized", row.isQuantized}, {"policy", row.policy},
            {"skipped_because", row.reason.empty() ? Json() : Json(row.reason.text())}});
    return json;
}

/// The program whose exceptions the problems are, with its version.
std::string programOf(const PolicySubject& subject, KerasVersion version)
{
    const auto* session = std::get_if<SessionSpec>(&subject);
    return session == nullptr || session->policies.family == PolicyFamily::Keras3
        ? kerasName(version)
        : policyFamilyNames().at(static_cast<std::size_t>(session->policies.family));
}

/// A global policy as an older family takes it; what its compile does depends on it alone.
int checkInFamily(const PolicyCheckOptions& options)
{
    if (!options.quantize.empty())
        fail({"--family", "an older family has no model.quantize"});
    const LoaderArgument loader = loaderArgument(options.loader);
    const std::optional<PolicySubject> model = modelSubject(options.what, loader);
    if (model) {
        const auto& file = std::get<KerasModelFile>(*model);
        const std::vector<KerasProblem> problems = kerasProblems(file, loader);
        const std::string compile = compileSentence(file, loader);
        const int printed = print(options.asJson ? layoutJson(asJson(problems, {}, compile))
                                                 : asText(problems, {}, compile, {}, options.loader.family));
        return printed == kDone && !problems.empty() ? kWrongUse : printed;
    }
    if (options.loader.global)
        fail({"--global", "an older family's policy is the global one"});
    SessionSpec session;
    session.policies.family = loader.family;
    session.training.optimizer.className = "SGD";
    session.training.lossScale = {"auto", {}};
    const KerasPolicy read = orFail(familyPolicyArgument(session.policies.family, options.what));
    const auto* policy = std::get_if<DTypePolicy>(&read);
    if (policy == nullptr)
        fail({"--family", "the older families have no maps of policies"});
    session.policies.global = *policy;
    std::vector<KerasProblem> problems;
    if (const std::optional<Error> refusal = familyRefusal(session.policies.family, *policy, true))
        problems.push_back({.path = "global policy", .className = {}, .error = *refusal});
    const std::string compile = compileReport(session).sentence();
    const int printed = print(options.asJson ? layoutJson(asJson(problems, {}, compile))
                                             : asText(problems, {}, compile, {}, options.loader.family));
    return printed == kDone && !problems.empty() ? kWrongUse : printed;
}

int checkPolicies(const PolicyCheckOptions& options)
{
    if (options.stack == "torch") {
        if (!options.quantize.empty() || !options.loader.family.empty() || options.loader.global
            || !options.loader.version.empty())
            fail({"--stack", "PyTorch has neither families, nor model.quantize, nor a global policy"});
        return checkTorchStack(options.what, options.asJson);
    }
    if (!options.loader.family.empty() && policyFamilyByName(options.loader.family) != PolicyFamily::Keras3)
        return checkInFamily(options);
    const LoaderArgument loader = loaderArgument(options.loader);
    const PolicySubject subject = policySubject(options.what, loader);
    const KerasVersion version = versionOf(subject, loader);
    const std::vector<KerasProblem> problems = problemsOf(subject, loader);
    Result<std::vector<QuantizationRow>> report = reportOf(subject, options.quantize, version);
    if (!report && !options.quantize.empty() && problems.empty())
        fail(report.error().within("--quantize"));
    if (!report) // a layer without a policy, which the problems name
        report = std::vector<QuantizationRow>();
    const auto* session = std::get_if<SessionSpec>(&subject);
    const std::string compile = session != nullptr
        ? compileReport(*session).sentence()
        : compileSentence(modelPolicy(subject, loader.global), version);
    const std::vector<SubjectMap> maps = mapsOf(subject, loader.global);
    const Message remark
        = gpuRemark(subject, options.quantize.empty() ? std::vector<QuantizationRow>() : *report);
    Json json = asJson(problems, *report, compile);
    json["remarks"] = remark.empty() ? Json::array() : Json{remark.text()};
    json["keys"] = keysJson(maps);
    json["keras"] = kerasVersionNames().at(static_cast<std::size_t>(version));
    const int printed = print(options.asJson
            ? layoutJson(json)
            : asText(problems, *report, compile, keysText(maps), programOf(subject, version), remark));
    const bool raises = std::any_of(
        report->begin(), report->end(), [](const QuantizationRow& row) { return row.raises.has_value(); });
    return printed == kDone && (raises || !problems.empty()) ? kWrongUse : printed;
}

} // namespace

void definePolicyCheck(CLI::App& command, Action& action)
{
    command.footer(
        "Lists every layer whose policy Keras refuses, with the exception, an optimizer that it refuses, the layers for which each key of a "
        "map decides, what Model.compile does about loss scaling, and which layers leave a quantized policy aside, and why;\n"
        "and the layers that Keras on a GPU does not compute in float8, though the policy says so.\n"
        "--stack torch: the same of PyTorch, for a session or for the dtypes of a file of tensors: float16 parameters with a GradScaler\n"
        "raise, and with Adam's epsilon become NaN; autocast refuses binary cross-entropy of probabilities.\n"
        "Exit code 0: nothing raises, 2: something does.\n"
        "Examples: ulpscope-cli policy check circle --quantize int8\n"
        "          ulpscope-cli policy check model.json --json\n"
        "          ulpscope-cli policy check model.safetensors --stack torch");
    auto options = std::make_shared<PolicyCheckOptions>();
    command
        .add_option(
            "WHAT", options->what, "A session, a scene, Keras' JSON of a model or a policy, a policy's name")
        ->required();
    command.add_option("--quantize", options->quantize,
        "Report on model.quantize of this mode: int8, float8, int4, ternary; int4/64, gptq/4/128 and awq/4/128 stand for "
        "configurations");
    command
        .add_option("--family", options->loader.family,
            "Of a policy's name or JSON, or a model: as an older family takes it, tf_keras or experimental; a session says its own")
        ->check(CLI::IsMember(policyFamilyNames()));
    addLoaderOptions(command, options->loader);
    command.add_option("--stack", options->stack, "Whose program it is to be: keras or torch")
        ->check(CLI::IsMember({"keras", "torch"}))
        ->capture_default_str();
    command.add_flag("--json", options->asJson, "Print JSON, errors too");
    command.callback([&action, options] {
        action
            = [options] { return withJsonErrors(options->asJson, [&] { return checkPolicies(*options); }); };
    });
}

} // namespace ulpscope::cli
