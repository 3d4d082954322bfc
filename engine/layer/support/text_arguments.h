// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments of a text such as "l1_l2(0.01, 0.02)" or "variance_scaling(2, fan_out)".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// The arguments in "(2, fan_out)", without the blanks around them; none for an empty text, nullopt for anything else.
std::optional<std::vector<std::string>> wordsInParentheses(std::string_view text);
/// The same where all are finite numbers, nullopt where they are not.
std::optional<std::vector<double>> numbersInParentheses(std::string_view text);
std::optional<double> finiteNumber(std::string_view word);

} // namespace ulpscope
