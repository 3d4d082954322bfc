// SPDX-License-Identifier: GPL-3.0-or-later
// Codes and values of a format: one to the other, what kind of value a code is, and the values next to one.
#pragma once

#include "engine/dtype/format.h"

#include <cstdint>
#include <string_view>

namespace ulpscope {

/// The bits of `value`, which must be a value of the format (rounded before). NaN gives the canonical quiet NaN, with its
/// sign where the format has NaNs of both signs.
std::uint64_t encode(const Format& format, double value);
/// The value of a code; bits above the format's are ignored.
double decode(const Format& format, std::uint64_t code);

enum class CodeClass : std::uint8_t { Zero, Subnormal, Normal, Infinity, Nan };

CodeClass classOf(const Format& format, std::uint64_t code);
/// "zero", "subnormal", "normal", "infinity", "NaN"
std::string_view text(CodeClass codeClass);

/// The next value of the format above `value`, which must be a value of the format and not NaN; the largest is its own.
double nextUp(const Format& format, double value);
double nextDown(const Format& format, double value);

/// Distance between neighbours in the binade of `value` (any finite number): 2^(exponent - mantissaBits), and below the
/// smallest normal that of the subnormals.
double ulp(const Format& format, double value);

} // namespace ulpscope
