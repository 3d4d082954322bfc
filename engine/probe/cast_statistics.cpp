// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/probe/cast_statistics.h"

#include "engine/base/check.h"
#include "engine/dtype/encoding.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

void countExponent(std::map<int, std::int64_t>& histogram, double value)
{
    if (std::isfinite(value) && value != 0)
        ++histogram[std::ilogb(value)];
}

} // namespace

CastStatistics castStatistics(
    std::span<const double> before, std::span<const double> after, const Format* format)
{
    checkEqual(static_cast<std::int64_t>(before.size()), static_cast<std::int64_t>(after.size()),
        "[castStatistics] elements");
    CastStatistics result;
    result.elements = static_cast<std::int64_t>(before.size());
    double signal = 0;
    double noise = 0;
    std::int64_t compared = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        const double x = before[i];
        const double q = after[i];
        const double magnitude = std::fabs(x);
        countExponent(result.exponentsBefore, x);
        countExponent(result.exponentsAfter, q);
        result.zeros += x == 0 ? 1 : 0;
        result.underflows += x != 0 && !std::isnan(x) && q == 0 ? 1 : 0;
        result.nans += std::isnan(q) ? 1 : 0;
        result.infinities += std::isinf(q) ? 1 : 0;
        if (!std::isfinite(x))
            continue;
        result.amax = std::max(result.amax, magnitude);
        if (x != 0)
            result.minNonZero = result.minNonZero == 0 ? magnitude : std::min(result.minNonZero, magnitude);
        if (!std::isfinite(q)) {
            ++result.overflows;
            continue;
        }
        if (format != nullptr) {
            result.saturations += (x > format->maxFinite() && q == format->maxFinite())
                    || (x < format->lowest() && q == format->lowest())
                ? 1
                : 0;
            result.maxUlpError = std::max(result.maxUlpError, std::fabs(x - q) / ulp(*format, x));
        }
        signal += x * x;
        noise += (x - q) * (x - q);
        ++compared;
    }
    result.meanSquaredError = compared == 0 ? 0 : noise / static_cast<double>(compared);
    result.sqnr = 10 * std::log10(signal / noise); // infinity for no noise, NaN for nothing to compare
    result.dynamicRange = result.minNonZero == 0 ? 0 : std::log2(result.amax) - std::log2(result.minNonZero);
    return result;
}

} // namespace ulpscope
