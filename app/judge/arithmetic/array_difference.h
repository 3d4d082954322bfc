// SPDX-License-Identifier: GPL-3.0-or-later
// Summarizes an array, and compares two arrays.
#pragma once

#include "engine/dtype/format.h"

#include <cstdint>
#include <optional>
#include <span>

namespace ulpscope {

struct ArrayDifference
{
    std::uint64_t elements = 0;
    std::uint64_t different = 0; ///< not the same number; NaN is the same as NaN, +0 as -0
    std::uint64_t beyond = 0; ///< elements that differ by more than is tolerated, or are finite in one alone
    std::optional<std::uint64_t> first; ///< the first element that differs
    std::optional<std::uint64_t> worst; ///< the element farthest apart in ulps, where both are finite
    double worstInUlps = 0;
    /// Relative L2 of a against b, over what is finite in both; NaN if nothing is, or b is all zero and a is not.
    double relativeError = 0;
    std::uint64_t finiteInOne = 0;
};

/// |a - b| in ulps of `format` at b. a and b have as many elements.
double ulpsApart(double a, double b, const Format& format);
ArrayDifference differenceOf(
    std::span<const double> a, std::span<const double> b, const Format& format, double toleranceInUlps = 0);

// Facts about numbers that matter before they are cast.
struct ValueSummary
{
    std::uint64_t elements = 0;
    std::uint64_t zeros = 0;
    std::uint64_t nans = 0;
    std::uint64_t infinities = 0;
    double largest = 0; ///< finite magnitude
    double least = 0; ///< magnitude that is not zero, nor infinite; 0 if there is none
    double mean = 0; ///< mean over finite elements

    std::uint64_t notFinite() const { return nans + infinities; }
};

ValueSummary summaryOf(std::span<const double> values);

} // namespace ulpscope
