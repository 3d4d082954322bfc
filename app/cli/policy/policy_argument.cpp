// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/policy/policy_argument.h"

#include "app/cli/command.h"
#include "app/cli/session_argument.h"
#include "app/io/json/json_text.h"
#include "app/io/keras/policy/legacy_policy_json.h"
#include "engine/file/whole_file.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace ulpscope::cli {

bool looksLikeJson(const std::string& argument)
{
    if (argument.empty())
        return false;
    const bool isNumber = argument.find_first_not_of("0123456789.eE+-") == std::string::npos;
    constexpr std::string_view kFirst = "{[\"";
    return kFirst.find(argument.front()) != std::string_view::npos || isNumber || argument == "null"
        || argument == "true" || argument == "false";
}

void complainOfRepeatedKeys(std::string_view text)
{
    for (const std::string& notice : repeatedKeyNotices(text))
        complain("note: " + notice);
}

Result<KerasPolicy> policyArgument(const std::string& argument, const KerasLoader& loader)
{
    if (looksLikeJson(argument)) {
        complainOfRepeatedKeys(argument);
        return policyFromText(argument, loader);
    }
    const Result<DTypePolicy> byName = getPolicy(argument, loader.version);
    if (byName)
        return KerasPolicy(*byName);
    const bool isQuantizedName = argument.find("_from_") != std::string::npos;
    if (!isFile(argument) && (isQuantizedName || !std::filesystem::path(argument).has_extension()))
        return byName.error();
    const Result<std::string> text = readWholeFile(argument, kLargestJson);
    if (!text)
        return text.error();
    complainOfRepeatedKeys(*text);
    Result<KerasPolicy> policy = policyFromText(*text, loader);
    if (!policy)
        return Error{argument, policy.error().sentence(), policy.error().kind};
    return policy;
}

Result<KerasPolicy> familyPolicyArgument(
    PolicyFamily family, const std::string& argument, const KerasLoader& loader)
{
    if (family == PolicyFamily::Keras3)
        return policyArgument(argument, loader);
    Json json = argument;
    std::string place;
    if (looksLikeJson(argument) || isFile(argument)) {
        place = looksLikeJson(argument) ? "" : argument;
        const Result<std::string> text
            = place.empty() ? Result<std::string>(argument) : readWholeFile(argument, kLargestJson);
        if (!text)
            return text.error();
        complainOfRepeatedKeys(*text);
        const Result<Json> parsed = parsePythonJson(*text);
        if (!parsed)
            return Error{place, parsed.error().sentence(), parsed.error().kind};
        json = *parsed;
    }
    std::string note;
    Result<KerasPolicy> policy = familyPolicyFromJson(family, json, loader, &note);
    if (!note.empty())
        complain("note: " + note);
    if (!policy)
        return Error{place, policy.error().sentence(), policy.error().kind};
    return policy;
}

void addVersionOption(CLI::App& command, LoaderOptions& options)
{
    command
        .add_option("--keras", options.version,
            "Version of Keras: " + kerasVersionNames().front() + ", the newest release, or "
                + kerasVersionNames().back()
                + ", the head of its repository (default: a session's own, else the newest release)")
        ->type_name("VERSION")
        ->check(CLI::IsMember(kerasVersionNames()));
}

void addLoaderOptions(CLI::App& command, LoaderOptions& options)
{
    command.add_option(
        "--global", options.global, "Global policy meanwhile: a name or Keras' JSON (default: float32)");
    addVersionOption(command, options);
}

SessionSpec LoaderArgument::applied(SessionSpec session) const
{
    if (isVersionGiven)
        session.policies.keras = version;
    return session;
}

LoaderArgument loaderArgument(const LoaderOptions& options)
{
    LoaderArgument loader{{{}, KerasVersion::Release}, !options.version.empty()};
    if (loader.isVersionGiven)
        loader.version = kerasVersionByName(options.version);
    if (!options.family.empty())
        loader.family = policyFamilyByName(options.family);
    if (!options.global)
        return loader;
    const std::string& name = *options.global;
    Json json = name;
    if (looksLikeJson(name))
        json = orFail(parsePythonJson(name), "--global");
    loader.global = orFail(loader.family == PolicyFamily::Keras3 ? globalPolicyFromJson(json, loader.version)
                                                                 : familyPolicyFromJson(loader.family, json),
        "--global");
    return loader;
}

Error atPolicyOption(const Error& error)
{
    return error.place.empty() ? error.within("--policy") : error;
}

Json errorJson(const Error& error)
{
    return {{"error", {{"kind", kindName(error.kind)}, {"message", error.text()}}}};
}

int withJsonErrors(bool asJson, const Action& run)
try {
    return run();
} catch (const CommandFailure& failure) {
    if (!asJson)
        throw;
    const int printed = print(layoutJson(errorJson(failure.error)));
    return printed == kDone ? kWrongUse : printed;
}

} // namespace ulpscope::cli
