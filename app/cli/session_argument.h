// SPDX-License-Identifier: GPL-3.0-or-later
// The session that an argument names.
#pragma once

#include "app/io/session/scene_files.h"
#include "app/io/session/session_file.h"

#include <string>

namespace ulpscope::cli {

/// findSession, then loadSession.
Result<SessionSpec> sessionArgument(const std::string& argument);

/// What is wrong with a session that was read: the error's place is in it, and it is named before.
Error inSession(const std::string& argument, const Error& error);

/// What a report says above its numbers: the session's title, or without one the argument.
std::string titleOf(const SessionSpec& session, const std::string& argument);

} // namespace ulpscope::cli
