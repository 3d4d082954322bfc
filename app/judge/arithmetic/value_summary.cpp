// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/arithmetic/value_summary.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

ValueSummary summaryOf(std::span<const double> values)
{
    ValueSummary summary;
    summary.elements = values.size();
    double sum = 0;
    for (const double value : values) {
        const double magnitude = std::abs(value);
        if (std::isnan(value))
            ++summary.nans;
        else if (std::isinf(value))
            ++summary.infinities;
        else if (value == 0)
            ++summary.zeros;
        else if (summary.least == 0 || magnitude < summary.least)
            summary.least = magnitude;
        if (std::isfinite(value)) {
            summary.largest = std::max(summary.largest, magnitude);
            sum += value;
        }
    }
    if (const std::uint64_t finite = summary.elements - summary.notFinite(); finite > 0)
        summary.mean = sum / static_cast<double>(finite);
    return summary;
}

} // namespace ulpscope
