// SPDX-License-Identifier: GPL-3.0-or-later
// The session that an argument names.
#pragma once

#include "app/io/session/scene_files.h"
#include "app/io/session/session_file.h"

#include <string>

namespace ulpscope::cli {

/// findSession, then loadSession.
Result<SessionSpec> sessionArgument(const std::string& argument);

/// Error of a session that was read: its place is in the session, after the session's name.
Error inSession(const std::string& argument, const Error& error);

/// Heading of a report: the session's title, or the argument if it has none.
std::string titleOf(const SessionSpec& session, const std::string& argument);

} // namespace ulpscope::cli
