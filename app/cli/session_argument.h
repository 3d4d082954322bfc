// SPDX-License-Identifier: GPL-3.0-or-later
// What a person may write where a session or a policy is wanted: a file, or the name of one that comes with
// the program.
#pragma once

#include "engine/io/keras_policy.h"
#include "engine/io/session_file.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ulpscope::cli {

/// Names of the scenes that come with the program, "circle".
std::vector<std::string> sceneNames();

/// The file that `argument` names: a path, else a scene's name.
Result<std::filesystem::path> findSession(const std::string& argument);
/// findSession, then loadSession.
Result<SessionSpec> sessionArgument(const std::string& argument);

/// A policy's name as keras.dtype_policies.get takes it, else a file with Keras' policy JSON.
Result<KerasPolicy> policyArgument(const std::string& argument);

} // namespace ulpscope::cli
