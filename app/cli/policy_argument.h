// SPDX-License-Identifier: GPL-3.0-or-later
// What a person may write where a policy is wanted: a name, Keras' JSON, or a file with one of both.
#pragma once

#include "engine/io/keras/keras_policy.h"

#include <optional>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace ulpscope::cli {

/// Whether the text can only be JSON: an object, a list, a text in quotes, a number, null, true or false.
bool looksLikeJson(const std::string& argument);

/// Says on stderr which keys of a JSON text appear twice.
void complainOfRepeatedKeys(std::string_view text);

/// keras.dtype_policies.get of JSON, of a name, or of a file's JSON; `global` is the global policy meanwhile.
Result<KerasPolicy> policyArgument(const std::string& argument, const KerasPolicy& global = DTypePolicy{});

/// The same as a family reads it; the older ones have names and JSON of their own. What is dropped or warned of is said on stderr.
Result<KerasPolicy> familyPolicyArgument(PolicyFamily family, const std::string& argument);

/// Adds --global to the command; `name` is filled when it is parsed.
void addGlobalOption(CLI::App& command, std::optional<std::string>& name);
/// The policy that --global set, as keras.config.set_dtype_policy takes it; float32 where it was not given.
Result<KerasPolicy> globalArgument(const std::optional<std::string>& given);

/// {"error": {"kind": "ValueError", "message": "..."}}
nlohmann::ordered_json errorJson(const Error& error);

/// Prints it, as JSON to stdout if asked for, else as one line to stderr; gives the exit code.
int failAs(const Error& error, bool asJson);

} // namespace ulpscope::cli
