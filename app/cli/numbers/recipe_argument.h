// SPDX-License-Identifier: GPL-3.0-or-later
// --recipe: scaling recipes that a tensor is asked about.
#pragma once

#include "app/judge/arithmetic/would_lose.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ulpscope::cli {

void addRecipeOption(CLI::App& command, std::vector<std::string>& recipes);

/// "mxfp8", "mxfp8:rule=even,fp8_format=HYBRID"; "all" stands for every recipe. Errors have the recipe's parameter as their place.
Result<std::vector<WouldLose>> lossesUnderRecipes(
    const TensorSnapshot& tensor, const std::vector<std::string>& names, const Kernels& kernels);

} // namespace ulpscope::cli
