// SPDX-License-Identifier: GPL-3.0-or-later
// What is to be known of numbers before they are cast.
#pragma once

#include <cstdint>
#include <span>

namespace ulpscope {

struct ValueSummary
{
    std::uint64_t elements = 0;
    std::uint64_t zeros = 0;
    std::uint64_t nans = 0;
    std::uint64_t infinities = 0;
    double largest = 0; ///< finite magnitude
    double least = 0; ///< magnitude that is not zero, nor infinite; 0 if there is none
    double mean = 0; ///< of the finite ones

    std::uint64_t notFinite() const { return nans + infinities; }
};

ValueSummary summaryOf(std::span<const double> values);

} // namespace ulpscope
