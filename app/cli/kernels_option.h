// SPDX-License-Identifier: GPL-3.0-or-later
// --kernels LEVEL: for which level of the processor the numbers are computed.
#pragma once

#include "engine/kernels/kernels.h"

#include <string>

namespace CLI {
class App;
}

namespace ulpscope::cli {

void addKernelsOption(CLI::App& command, std::string& level);

/// Kernels of exactly that level; the best of the machine for an empty text. The error's place is "--kernels" where the level is not there.
Result<Kernels> kernelsOfLevel(const std::string& level);

} // namespace ulpscope::cli
