// SPDX-License-Identifier: GPL-3.0-or-later
// What a person may write where a session is wanted: a file, or the name of one that comes with the program.
#pragma once

#include "engine/io/session/session_file.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ulpscope::cli {

/// A folder that comes with the program, "scenes"; empty where it is not known: then there is nothing in it.
std::filesystem::path resourceFolder(const char* name);

/// Names of the scenes that come with the program, "circle".
std::vector<std::string> sceneNames();

/// The file that `argument` names: a path, else a scene's name.
Result<std::filesystem::path> findSession(const std::string& argument);
/// findSession, then loadSession.
Result<SessionSpec> sessionArgument(const std::string& argument);

/// What is wrong with a session that was read: the error's place is in it, and it is named before.
Error inSession(const std::string& argument, const Error& error);

/// What a report says above its numbers: the session's title, or without one the argument.
std::string titleOf(const SessionSpec& session, const std::string& argument);

/// Whether there is a file, or anything but a folder, at that path.
bool isFile(const std::filesystem::path& path);

} // namespace ulpscope::cli
