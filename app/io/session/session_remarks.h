// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a session's file that do not change the training: plots, watches and notes.
#pragma once

#include "app/io/json/json_text.h"
#include "engine/base/result.h"
#include "engine/session/session_spec.h"

#include <string>
#include <vector>

namespace ulpscope {

/// The members of the file that these are.
const std::vector<std::string>& remarkKeys();

/// Reads the remarks that the JSON has; the error has its place.
Status readRemarks(const Json& session, SessionSpec& into);
/// Writes the remarks that are not empty.
void writeRemarks(const SessionSpec& session, Json& into);

} // namespace ulpscope
