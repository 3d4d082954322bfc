// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of a cast of an array, in the field's terms. Percentages are of all elements.
#pragma once

#include "engine/base/percent.h"
#include "engine/dtype/format.h"

#include <cstdint>
#include <map>
#include <span>

namespace ulpscope {

struct CastStatistics
{
    std::int64_t elements = 0;
    double amax = 0; ///< largest finite magnitude before
    double minNonZero = 0; ///< least magnitude before that is neither zero nor infinite; 0 if there is none
    std::int64_t zeros = 0; ///< zeros before the cast, with -0
    std::int64_t underflows = 0; ///< not zero before, zero after; -0 counts as zero
    std::int64_t overflows = 0; ///< finite before, not finite after
    std::int64_t saturations
        = 0; ///< finite before, beyond the format's range, stored as its largest or lowest value
    std::int64_t nans = 0; ///< NaNs after the cast
    std::int64_t infinities = 0; ///< infinities after the cast
    double meanSquaredError = 0; ///< over elements that are finite before and after
    /// 10 log10(sum x^2 / sum (x - q)^2) over the same, in dB; infinity where nothing was lost
    double sqnr = 0;
    double maxUlpError
        = 0; ///< largest |x - q| / ulp(x) over the same; nearest rounding within range: at most 0.5
    /// log2(amax) - log2(minNonZero), in binades (dynamic_range of Transformer Engine's statistics)
    double dynamicRange = 0;
    /// How many magnitudes have exponent e, 2^e <= |x| < 2^(e+1); finite ones that are not zero.
    std::map<int, std::int64_t> exponentsBefore;
    std::map<int, std::int64_t> exponentsAfter;

    double percent(std::int64_t count) const { return ulpscope::percent(count, elements); }
};

/// `after` are values of the format (in a block format: its element, and then maxUlpError and saturations mean nothing and
/// stay 0; pass nullptr).
CastStatistics castStatistics(
    std::span<const double> before, std::span<const double> after, const Format* format);

} // namespace ulpscope
