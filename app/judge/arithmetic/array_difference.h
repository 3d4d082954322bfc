// SPDX-License-Identifier: GPL-3.0-or-later
// Two arrays of the same numbers, element by element: how many differ, the first that differs by more than is tolerated, by how
// much in units in the last place.
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
    std::uint64_t beyond = 0; ///< by more than is tolerated, or finite in one of them alone
    std::optional<std::uint64_t> first; ///< of those
    std::optional<std::uint64_t> worst; ///< of those that are finite in both, the farthest apart in ulps
    double worstInUlps = 0;
    /// Relative L2 of a against b, over what is finite in both; NaN if nothing is, or b is all zero and a is not.
    double relativeError = 0;
    std::uint64_t finiteInOne = 0;
};

/// |a - b| in ulps of `format` at b. a and b have as many elements.
double ulpsApart(double a, double b, const Format& format);
ArrayDifference differenceOf(
    std::span<const double> a, std::span<const double> b, const Format& format, double toleranceInUlps = 0);

} // namespace ulpscope
