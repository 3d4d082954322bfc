// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as text: the shortest decimal that reads back to the same double, and its inverse.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ulpscope {

/// "0.1", "1e-05", "NaN", "Infinity", "-Infinity". Always has the same value when read back.
std::string shortestText(double value);

/// Decimal, hex float ("0x1.8p-3"), "inf", "nan" (any case, sign allowed); the whole text must be a number.
std::optional<double> parseNumber(std::string_view text);

} // namespace ulpscope
