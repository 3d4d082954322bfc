// SPDX-License-Identifier: GPL-3.0-or-later
// Folders and files of the user, as the XDG Base Directory Specification asks for: what is made here other users cannot read.
#pragma once

#include <filesystem>

namespace ulpscope {

/// Makes the folder and what is missing above it, with the permissions 0700. What is there already stays as it is.
void makePrivateFolder(const std::filesystem::path& folder);

/// Makes a file's folder private, and creates the file, empty and with the permissions 0600, if it is missing.
void makePrivateFile(const std::filesystem::path& file);

} // namespace ulpscope
