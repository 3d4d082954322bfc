// SPDX-License-Identifier: GPL-3.0-or-later
// A scaling recipe as one line of text and back: "te_current", "te_delayed amax_history_len=16 amax_compute_algo=max".
#pragma once

#include "engine/base/config.h"
#include "engine/base/result.h"

#include <string>
#include <string_view>

namespace ulpscope {

/// Leaves out parameters that have their defaults.
std::string recipeArgument(const Component& recipe);

/// With all parameters; those that the text does not name have their defaults. Errors have no place.
Result<Component> recipeByText(std::string_view text);

} // namespace ulpscope
