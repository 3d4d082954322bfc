// SPDX-License-Identifier: GPL-3.0-or-later
// Where the running program lies; its libraries and resources are found from there.
#pragma once

#include <filesystem>

namespace ulpscope {

/// The folder of the running executable, links resolved.
std::filesystem::path programFolder();

} // namespace ulpscope
