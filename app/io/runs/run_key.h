// SPDX-License-Identifier: GPL-3.0-or-later
// A key for a run. The same session gives the same numbers, so the key is a hash of its text.
#pragma once

#include "engine/session/session_spec.h"

#include <string>
#include <vector>

namespace ulpscope {

/// The fingerprint() of the session file without what changes no number: of sessions for which
/// trainsTheSame() holds it is the same.
std::string runKey(const SessionSpec& session);

/// The session's notes about its own run: those without the key of a run.
std::vector<NoteSpec> notesOfRun(const SessionSpec& session);
/// The notes of `session` that are about a run of `run`, which may be another session.
std::vector<NoteSpec> notesOfRun(const SessionSpec& run, const SessionSpec& session);

} // namespace ulpscope
