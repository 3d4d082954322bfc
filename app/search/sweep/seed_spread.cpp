// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search/sweep/seed_spread.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

double extremeOf(const std::vector<ClauseReading>& readings, bool isLargest)
{
    double extreme = std::numeric_limits<double>::quiet_NaN();
    for (const ClauseReading& reading : readings)
        extreme = isLargest ? std::fmax(extreme, reading.value) : std::fmin(extreme, reading.value);
    return extreme;
}

} // namespace

double SeedRange::relative() const
{
    if (least == largest)
        return 0;
    const double magnitude = std::max(std::abs(least), std::abs(largest));
    return std::isinf(magnitude) ? 1 : (largest - least) / magnitude;
}

double ClauseSpread::least() const
{
    return extremeOf(readings, false);
}

double ClauseSpread::largest() const
{
    return extremeOf(readings, true);
}

ClauseSpread spreadOf(const Budget& budget, std::size_t clause, const std::vector<RunResult>& float32)
{
    const Clause& asked = budget.clauses[clause];
    ClauseSpread spread;
    for (const RunResult& run : float32)
        spread.readings.push_back(run.readings[clause]);
    for (std::size_t i = 0; i < float32.front().float32[clause].size(); ++i) {
        SeedRange range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
        for (const RunResult& run : float32) {
            range.least = std::fmin(range.least, run.float32[clause][i]);
            range.largest = std::fmax(range.largest, run.float32[clause][i]);
        }
        if (asked.steps)
            range.step = asked.isSum() ? asked.steps->to : asked.steps->from + static_cast<std::int64_t>(i);
        if (i == 0 || range.relative() > spread.widest.relative())
            spread.widest = range;
    }
    return spread;
}

std::optional<double> slackOf(const Clause& clause)
{
    return clause.isTimesFloat32 ? std::optional(std::abs(clause.number - 1)) : std::nullopt;
}

std::optional<std::size_t> clauseWithinSpread(const Budget& budget, const std::vector<ClauseSpread>& float32)
{
    std::optional<std::size_t> most;
    for (std::size_t i = 0; i < float32.size(); ++i) {
        const std::optional<double> slack = slackOf(budget.clauses[i]);
        const double spread = float32[i].widest.relative();
        if (slack && *slack < spread && (!most || spread > float32[*most].widest.relative()))
            most = i;
    }
    return most;
}

} // namespace ulpscope
