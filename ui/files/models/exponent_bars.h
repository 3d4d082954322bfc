// SPDX-License-Identifier: GPL-3.0-or-later
// How a tensor's magnitudes spread over the powers of two, beside what a format has: as numbers and in words.
#pragma once

#include "engine/dtype/format.h"
#include "engine/probe/exponent_history.h"

#include <QString>

#include <span>
#include <stop_token>

namespace ulpscope::ui {

struct ExponentBars
{
    ExponentColumn counts;
    double values = 0; ///< how many there are
    int least = 0; ///< the exponents between which all magnitudes lie that are finite and not zero
    int most = 0;

    bool hasMagnitudes() const { return least <= most; }
    /// Percent of the values with 2^exponent <= |x| < 2^(exponent + 1).
    double percent(int exponent) const;
};

/// A stop leaves the rest uncounted.
ExponentBars exponentBars(std::span<const double> values, const std::stop_token& stop = {});

/// log2 of the least magnitudes of the format, subnormal and normal, and of its largest.
struct FormatRange
{
    double smallestSubnormal = 0;
    double smallestNormal = 0;
    double largest = 0;
};
FormatRange rangeOf(const Format& format);

/// "Of 12 values 25 % lie below the numbers of float16, …": by powers of two, as the picture has them.
QString rangeSentence(const ExponentBars& bars, const Format& format);

} // namespace ulpscope::ui
