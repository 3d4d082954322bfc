// SPDX-License-Identifier: GPL-3.0-or-later
// Rounding one value to a format: to nearest, ties to even, in plain arithmetic on double. The kernels do the same
// for whole tensors; this routine is what a reader checks and what they are tested against.
#pragma once

#include "engine/dtype/format.h"

#include <cstdint>

namespace ulpscope {

/// What a finite value too large for the format becomes, and what infinity becomes.
enum class Overflow : std::uint8_t {
    /// Infinity if the format has one, else NaN; ml_dtypes' casts do this.
    ToSpecial,
    /// The largest finite value of that sign, infinity too; Keras clips so before it casts to float8.
    Saturate,
};

/// The format's value nearest to `value`, ties to the even significand, exact from any double. -0 and NaN stay.
double roundToFormat(const Format& format, double value, Overflow overflow = Overflow::ToSpecial);

/// The next value of the format above `value`, which must be a value of the format and not NaN.
double nextUp(const Format& format, double value);
double nextDown(const Format& format, double value);

} // namespace ulpscope
