// SPDX-License-Identifier: GPL-3.0-or-later
// When a run fails because its data is not installed: which Debian package has it, and how to get it.
#pragma once

#include "engine/base/result.h"
#include "engine/session/session_spec.h"

#include <string>

namespace ulpscope {

/// Returns an empty text if the error is about something else, or if the dataset needs no package.
std::string missingPackage(const SessionSpec& session, const Error& error);

/// Command that installs the package.
std::string installCommand(const std::string& package);

} // namespace ulpscope
