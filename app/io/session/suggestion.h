// SPDX-License-Identifier: GPL-3.0-or-later
// A suggestion changes a session: a JSON object in the shape of a session file, with only the different members.
#pragma once

#include "engine/base/result.h"
#include "engine/session/session_spec.h"

namespace ulpscope {

/// The session after the suggestion's change, from the same origin. As RFC 7396 merges: what is given takes the place of what is
/// there, null takes it away. Two things differ: "layers" is an object of layers by their names, and an object of another
/// class replaces the whole. Errors have the place in the changed session, or say that a layer is not there.
Result<SessionSpec> withSuggestion(const SessionSpec& session, const Suggestion& suggestion);

} // namespace ulpscope
