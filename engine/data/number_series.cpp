// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/number_series.h"

#include "engine/base/philox.h"

#include <array>
#include <cmath>

namespace ulpscope {

namespace {

constexpr double kOutlier = 100; ///< how much larger an outlier is
constexpr double kOutlierShare = 0.01;

double normal(std::uint64_t seed, std::uint64_t index)
{
    return randomNormal({seed, RandomUse::Dataset, 0, 0}, index);
}

constexpr std::array kSeries{
    NumberSeries{"ones", "1, 1, 1, ...: the sum counts, until one more is lost",
        [](std::uint64_t, std::uint64_t) { return 1.0; }},
    NumberSeries{"0.1", "0.1, 0.1, ...: no binary format holds 0.1 exactly",
        [](std::uint64_t, std::uint64_t) { return 0.1; }},
    NumberSeries{"1/i", "1, 1/2, 1/3, ...: the harmonic series, which grows for ever, but not in a computer",
        [](std::uint64_t, std::uint64_t index) { return 1.0 / static_cast<double>(index + 1); }},
    NumberSeries{"|N(0,1)|", "magnitudes of normal numbers: all of one sign, as squares and norms are",
        [](std::uint64_t seed, std::uint64_t index) { return std::fabs(normal(seed, index)); }},
    NumberSeries{"N(0,1)", "normal numbers: they cancel, as products in a layer do", normal},
    NumberSeries{"N(0,1) with outliers",
        "normal numbers, one in a hundred 100 times as large: as activations of large models",
        [](std::uint64_t seed, std::uint64_t index) {
            const bool isOutlier = randomUniform({seed, RandomUse::Dataset, 1, 0}, index) < kOutlierShare;
            return normal(seed, index) * (isOutlier ? kOutlier : 1.0);
        }},
};

} // namespace

std::span<const NumberSeries> numberSeries()
{
    return kSeries;
}

std::vector<double> termsOf(const NumberSeries& series, std::size_t count, std::uint64_t seed)
{
    std::vector<double> terms(count);
    for (std::size_t i = 0; i < count; ++i)
        terms[i] = series.term(seed, i);
    return terms;
}

} // namespace ulpscope
