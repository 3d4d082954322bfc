// SPDX-License-Identifier: GPL-3.0-or-later
// Where the running program lies; its libraries and resources are found from there.
#pragma once

#include "engine/base/result.h"

#include <filesystem>

namespace ulpscope {

/// The folder of the running executable, absolute, links resolved. An Error where the system does not say it: a guess, such
/// as the current folder, could have another person's libraries.
Result<std::filesystem::path> programFolder();

} // namespace ulpscope
