// SPDX-License-Identifier: GPL-3.0-or-later
// Which builds of the kernels this processor can run.
#pragma once

#include <string>
#include <vector>

namespace ulpscope {

/// Best first: "x86-64-v4", "x86-64-v3", "x86-64-v2"; none on an older one; "generic" elsewhere. The levels are those of the
/// x86-64 psABI, table 3.1.
std::vector<std::string> processorLevels();

} // namespace ulpscope
