// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a text such as "l1_l2(0.01, 0.02)" or "constant(0.5)".
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace ulpscope {

/// Of "(0.01, 0.02)"; none for an empty text, nullopt for anything else.
std::optional<std::vector<double>> numbersInParentheses(std::string_view text);

} // namespace ulpscope
