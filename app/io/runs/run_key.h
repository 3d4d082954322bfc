// SPDX-License-Identifier: GPL-3.0-or-later
// What tells one run from another: the same session gives the same numbers, so its text is the run's name.
#pragma once

#include "engine/session/session_spec.h"

#include <string>
#include <vector>

namespace ulpscope {

/// The fingerprint() of the session file without what changes no number: of sessions for which
/// trainsTheSame() holds it is the same.
std::string runKey(const SessionSpec& session);

/// The session's notes about its own run; those without a run's key are.
std::vector<NoteSpec> notesOfRun(const SessionSpec& session);
/// What a session, which may be another one by now, has noted about a run of `run`.
std::vector<NoteSpec> notesOfRun(const SessionSpec& run, const SessionSpec& session);

} // namespace ulpscope
