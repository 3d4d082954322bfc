// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of numbers to add up: those on which accumulators differ, and the sort that training adds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ulpscope {

struct NumberSeries
{
    std::string_view name; ///< "ones"
    std::string_view summary; ///< one line for tables and tooltips
    double (*term)(std::uint64_t seed, std::uint64_t index);
};

std::span<const NumberSeries> numberSeries();

/// The first `count` terms, in float64. The same seed gives the same numbers.
std::vector<double> termsOf(const NumberSeries& series, std::size_t count, std::uint64_t seed);

} // namespace ulpscope
