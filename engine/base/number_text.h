// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as text: the shortest decimal that reads back to the same double, and its inverse.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ulpscope {

/// "0.1", "1e-05", "NaN", "Infinity", "-Infinity". Always has the same value when read back.
std::string shortestText(double value);

/// Few significant digits, for sentences that are not read back: "-68333.72".
std::string briefText(double value, int digits = 7);

/// All digits of the value, "0.100000000000000005551115123125782702118158340454101562"; with a power of ten where the
/// value is far from 1.
std::string exactDecimal(double value);
/// Exact where that is short, else the shortest text that reads back to the same value.
std::string readableText(double value);
/// "0x1.8p-3"
std::string hexFloatText(double value);

/// "83.9 %"; what is not zero never reads as "0 %", what is below 100 never as "100 %". NaN and infinity by name.
std::string percentText(double percent);
/// "1 step", "3 steps"; `many` for words whose plural is not the word with an s.
std::string counted(std::int64_t count, std::string_view one, std::string_view many = {});

/// Decimal, hex float ("0x1.8p-3"), "inf", "nan" (any case, sign allowed); the whole text must be a number.
std::optional<double> parseNumber(std::string_view text);

} // namespace ulpscope
