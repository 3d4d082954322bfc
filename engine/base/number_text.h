// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as text: the shortest decimal that reads back to the same double, and its inverse.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ulpscope {

/// "0.1", "1e-05", "NaN", "Infinity", "-Infinity". Always has the same value when read back.
std::string shortestText(double value);

/// All digits of the value, "0.100000000000000005551115123125782702118158340454101562"; with a power of ten where the
/// value is far from 1.
std::string exactDecimal(double value);
/// Exact where that is short, else the shortest text that reads back to the same value.
std::string readableText(double value);
/// "0x1.8p-3"
std::string hexFloatText(double value);

/// Decimal, hex float ("0x1.8p-3"), "inf", "nan" (any case, sign allowed); the whole text must be a number.
std::optional<double> parseNumber(std::string_view text);

} // namespace ulpscope
