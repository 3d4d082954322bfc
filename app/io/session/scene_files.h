// SPDX-License-Identifier: GPL-3.0-or-later
// Finds sessions by the path of their file, or by the name of a scene that comes with the program.
#pragma once

#include "engine/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// A folder that comes with the program, "scenes"; empty where it is not known: then there is nothing in it.
std::filesystem::path resourceFolder(const char* name);

/// Names of the scenes that come with the program, "circle".
std::vector<std::string> sceneNames();

/// The file that `argument` names: a path, which need not exist, else a scene's name.
Result<std::filesystem::path> findSession(const std::string& argument);

/// The argument is neither a file nor one of the names, "unknown scene 'circel'"; or that these could not be looked for in the folder.
Error noSuchFile(std::string_view what, const std::filesystem::path& folder, const std::string& argument,
    const std::vector<std::string>& names);

/// Whether there is a file, or anything but a folder, at that path.
bool isFile(const std::filesystem::path& path);

} // namespace ulpscope
