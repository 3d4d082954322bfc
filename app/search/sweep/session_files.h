// SPDX-License-Identifier: GPL-3.0-or-later
// The files that a session's numbers depend on: its data, initial weights, initial state. They are known by their bytes, not their paths: a
// file that was changed is another one, and one that was moved is the same.
#pragma once

#include "engine/base/result.h"
#include "engine/session/session_spec.h"

#include <stop_token>
#include <string>

namespace ulpscope {

/// A line each, "data.file 9f86d081…": where it stands and SHA-256 of its bytes; "-" for one that cannot be read, of which training says
/// why. An error where it was stopped.
Result<std::string> fileDigests(const SessionSpec& session, const std::stop_token& stop = {});

/// The session without the paths of its files, so that renamed files leave it the same.
SessionSpec withoutPaths(const SessionSpec& session);

/// The session with absolute paths, for a session file that is written to another folder. Sessions without files stay the same.
SessionSpec withAbsolutePaths(const SessionSpec& session);

} // namespace ulpscope
