// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs for readers that want a path: files in a folder of this process, under $TMPDIR or /tmp, which goes when the program
// ends.
#pragma once

#include <string>
#include <string_view>

namespace ulpscope::fuzz {

/// The path of a file of that name, which need not exist.
std::string scratchPath(const std::string& name);
/// The same with these contents.
std::string scratchFile(const std::string& name, std::string_view bytes);

} // namespace ulpscope::fuzz
