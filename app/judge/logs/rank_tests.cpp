// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/logs/rank_tests.h"

#include "engine/base/check.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace ulpscope {

namespace {

/// Twice the rank of each value, from 2 on, so that the mean of two ranks is whole.
std::vector<std::size_t> doubledRanks(const std::vector<double>& values)
{
    std::vector<std::size_t> ranks;
    for (const double value : values) {
        const auto below
            = std::count_if(values.begin(), values.end(), [&](double other) { return other < value; });
        const auto equal = std::count(values.begin(), values.end(), value);
        ranks.push_back(static_cast<std::size_t>(2 * below + equal + 1));
    }
    return ranks;
}

} // namespace

double rankSumProbability(std::span<const double> a, std::span<const double> b)
{
    check(!a.empty() && a.size() == b.size() && a.size() <= static_cast<std::size_t>(kMaxRanked),
        "[rankSumProbability] groups of one size");
    std::vector<double> all(a.begin(), a.end());
    all.insert(all.end(), b.begin(), b.end());
    const std::vector<std::size_t> ranks = doubledRanks(all);
    const std::size_t size = a.size();
    const std::size_t total = std::accumulate(ranks.begin(), ranks.end(), std::size_t{0});
    // ways[k][s]: how many sets of k of the values so far have the sum s. Whole numbers up to 2^53 are exact, which is 28 of each.
    std::vector<std::vector<double>> ways(size + 1, std::vector<double>(total + 1, 0.0));
    ways[0][0] = 1;
    std::size_t sumSoFar = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        sumSoFar += ranks[i];
        for (std::size_t k = std::min(i + 1, size); k > 0; --k)
            for (std::size_t sum = sumSoFar; sum >= ranks[i]; --sum)
                ways[k][sum] += ways[k - 1][sum - ranks[i]];
    }
    const std::size_t found
        = std::accumulate(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(size), std::size_t{0});
    // Dealt the other way round, a sum is what it lacks of the total: the ways are symmetric about half of that.
    const auto least = static_cast<std::ptrdiff_t>(std::min(found, total - found));
    const std::vector<double>& sums = ways[size];
    const double asFar = 2 * std::accumulate(sums.begin(), sums.begin() + least + 1, 0.0);
    return std::min(1.0, asFar / std::accumulate(sums.begin(), sums.end(), 0.0));
}

double leastRankSumProbability(std::int64_t size)
{
    double ways = 1;
    for (std::int64_t i = 1; i <= size; ++i)
        ways = ways * static_cast<double>(size + i) / static_cast<double>(i);
    return std::min(1.0, 2 / ways);
}

double signProbability(std::int64_t larger, std::int64_t smaller)
{
    const std::int64_t count = larger + smaller;
    double ways = 1;
    double asUneven = 0;
    double all = 0;
    for (std::int64_t heads = 0; heads <= count; ++heads) {
        all += ways;
        if (heads <= std::min(larger, smaller))
            asUneven += ways;
        ways = ways * static_cast<double>(count - heads) / static_cast<double>(heads + 1);
    }
    return std::min(1.0, 2 * asUneven / all);
}

} // namespace ulpscope
