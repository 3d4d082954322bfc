// SPDX-License-Identifier: GPL-3.0-or-later
// Session files (.ulps): a SessionSpec as JSON, described by resources/schema/session.schema.json. What
// writeSession wrote loads back to the same bytes; input that is not a session gives one message with its
// place.
#pragma once

#include "engine/file/atomic_file.h"
#include "engine/session/session_spec.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace ulpscope {

inline constexpr int kSessionFileVersion = 1;
/// "ulps", without the dot.
inline constexpr std::string_view kSessionFileSuffix = "ulps";

/// The session is one that checkSession() takes. A component's parameters come in its catalog's order, whatever order the
/// file has. The error's place is in the file, "layers[2].units"; syntax errors have "line 3, column 7".
Result<SessionSpec> readSession(std::string_view text);

/// Only the parameters that the spec holds are written, in the catalogs' order. Ends with a newline.
std::string writeSession(const SessionSpec& session);

/// Reads a session from the text of a file: relative paths in it start at the file's folder, errors name the file.
Result<SessionSpec> readSession(std::string_view text, const std::filesystem::path& path);

/// The error's place is the file's path; its message names the place in the file.
Result<SessionSpec> loadSession(const std::filesystem::path& path);

/// The folder from which the session has its relative paths, as seen from `folder`: for a session that is kept there.
std::filesystem::path relativeOrigin(const SessionSpec& session, const std::filesystem::path& folder);

/// Replaces the file at once, as writeWholeFile() does: a reader sees the old file or the whole new one.
Status saveSession(
    const std::filesystem::path& path, const SessionSpec& session, OnLoss onLoss = OnLoss::Refuse);

} // namespace ulpscope
