// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the arguments that name a policy: a policy's name, Keras' JSON, or a file with either.
#pragma once

#include "app/cli/command.h"
#include "app/io/keras/policy/keras_policy.h"

#include <optional>
#include <string>
#include <string_view>

namespace ulpscope::cli {

/// Whether the text can only be JSON: an object, a list, a text in quotes, a number, null, true or false.
bool looksLikeJson(const std::string& argument);

/// Says on stderr which keys of a JSON text appear twice.
void complainOfRepeatedKeys(std::string_view text);

/// The Keras that --global, --keras and a command's own --family ask for.
struct LoaderOptions
{
    std::optional<std::string> global;
    std::string version;
    std::string family; ///< "tf_keras"; empty: keras3
};
/// Adds --global and --keras to the command, whose options are filled when it is parsed.
void addLoaderOptions(CLI::App& command, LoaderOptions& options);
/// Adds --keras alone.
void addVersionOption(CLI::App& command, LoaderOptions& options);

/// The Keras that reads what the command is given; a session says its own version, unless --keras is given.
struct LoaderArgument : KerasLoader
{
    bool isVersionGiven = false;

    SessionSpec applied(SessionSpec session) const;
};
/// The global policy as keras.config.set_dtype_policy takes it, by default float32, and by default the newest release.
LoaderArgument loaderArgument(const LoaderOptions& options);

/// keras.dtype_policies.get of JSON, of a name, or of a file's JSON.
Result<KerasPolicy> policyArgument(const std::string& argument, const KerasLoader& loader = {});

/// Reads a policy as the family does; the older families have names and JSON of their own. What they drop or warn of is said on stderr.
Result<KerasPolicy> familyPolicyArgument(
    PolicyFamily family, const std::string& argument, const KerasLoader& loader = {});

/// An error of what --policy names: there, unless it is at a file.
Error atPolicyOption(const Error& error);

/// {"error": {"kind": "ValueError", "message": "..."}}
nlohmann::ordered_json errorJson(const Error& error);

/// Runs a command and gives its exit code; its error is printed as JSON to stdout if asked for, else as one line to stderr.
int withJsonErrors(bool asJson, const Action& run);

} // namespace ulpscope::cli
