// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/arithmetic/array_difference.h"

#include "engine/base/check.h"
#include "engine/dtype/encoding.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope {

double ulpsApart(double a, double b, const Format& format)
{
    return a == b ? 0 : std::abs(a - b) / ulp(format, b);
}

ArrayDifference differenceOf(
    std::span<const double> a, std::span<const double> b, const Format& format, double toleranceInUlps)
{
    check(a.size() == b.size(), "[differenceOf] as many elements in both");
    ArrayDifference result;
    result.elements = a.size();
    double noise = 0;
    double signal = 0;
    std::uint64_t compared = 0;
    for (std::uint64_t i = 0; i < a.size(); ++i) {
        const bool areFinite = std::isfinite(a[i]) && std::isfinite(b[i]);
        const bool isSame = a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]));
        result.different += isSame ? 0 : 1;
        bool isBeyond = !isSame;
        if (areFinite) {
            const double apart = ulpsApart(a[i], b[i], format);
            isBeyond = apart > toleranceInUlps;
            if (apart > result.worstInUlps) {
                result.worstInUlps = apart;
                result.worst = i;
            }
            ++compared;
            noise += (a[i] - b[i]) * (a[i] - b[i]);
            signal += b[i] * b[i];
        } else if (std::isfinite(a[i]) != std::isfinite(b[i])) {
            ++result.finiteInOne;
        }
        if (isBeyond && ++result.beyond == 1)
            result.first = i;
    }
    if (compared == 0 || (signal == 0 && noise > 0))
        result.relativeError = std::numeric_limits<double>::quiet_NaN();
    else if (noise > 0)
        result.relativeError = std::sqrt(noise / signal);
    return result;
}

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
