// SPDX-License-Identifier: GPL-3.0-or-later
// What a clause of a budget reads of float32 itself under each seed, and whether these readings differ by more than the clause allows. A clause
// such as 'loss <= 1.05*float32' compares runs of one seed. Where float32 differs more from seed to seed than by that factor, other seeds
// might lead to other policies.
#pragma once

#include "app/search/sweep/run_result.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ulpscope {

/// Range of one number over all seeds.
struct SeedRange
{
    double least = 0;
    double largest = 0;
    std::optional<std::int64_t> step = {}; ///< none: the run's end

    /// largest - least, by the larger magnitude of the two: 0 where they are the same, at most 2.
    double relative() const;
};

struct ClauseSpread
{
    std::vector<ClauseReading> readings; ///< one reading for each seed
    SeedRange widest; ///< the largest relative() of the clause's steps

    double least() const;
    double largest() const;
};

/// float32: runs in float32, by seed.
ClauseSpread spreadOf(const Budget& budget, std::size_t clause, const std::vector<RunResult>& float32);

/// Room that a factor of float32 allows: 0.01 for 1.01*float32; empty for an absolute limit, which float32 itself keeps or breaks.
std::optional<double> slackOf(const Clause& clause);

/// Among the clauses that allow less than the seeds differ, the one where the seeds differ most.
std::optional<std::size_t> clauseWithinSpread(const Budget& budget, const std::vector<ClauseSpread>& float32);

} // namespace ulpscope
