// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a plan in parts that any machine can run, beside the plan's files in its folder:
//     shard-I-of-N.jsonl        what shard I has run
//     results.jsonl             merged: the same bytes however many shards there were
// Who runs shard I of N takes every N-th line of the plan and what is not in any file yet; a lost shard is run again and loses nothing. A
// search whose --out is that folder takes the results as its own.
#pragma once

#include "app/search/sweep/sweep_plan.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace ulpscope {

struct Shard
{
    std::int64_t index = 1; ///< the shard's number, from 1
    std::int64_t count = 1;
};
inline constexpr std::int64_t kMaxShards = 100'000;
/// "3/8"
Result<Shard> shardOf(std::string_view text);

/// How many runs were trained here.
Result<std::size_t> runShard(const SweepPlan& plan, const std::filesystem::path& folder, const Shard& shard,
    const Kernels& kernels, int threads, const TrialProgress& progress);

struct SweepStatus
{
    std::size_t planned = 0;
    std::size_t done = 0;
    std::size_t holding = 0; ///< assignments that keep the budget
};
Result<SweepStatus> sweepStatus(const SweepPlan& plan, const std::filesystem::path& folder);
/// The status, and results.jsonl of what is done.
Result<SweepStatus> mergeSweep(const SweepPlan& plan, const std::filesystem::path& folder);

// A search in rounds, for many machines: what it asks for next is added to the plan, shards run it, and the search goes on from there. It
// remembers nothing but what was run: each round asks all questions again, and finds what is known. The answer has the same bytes as
// that of a search on one machine.

/// The question of the plan, which must be that of a search.
SearchQuestion questionOf(const SweepPlan& plan);

struct RoundOptions
{
    int threads = 1;
    std::size_t smallest = 16; ///< runs: fewer are trained here, at once
    std::function<bool(const SearchProgress&)> progress = {}; ///< called as SearchOptions' is
};

struct SweepRound
{
    std::size_t missing = 0; ///< runs of the plan that are not done; nothing was done about them
    std::size_t added = 0; ///< runs to the plan
    std::optional<SearchAnswer> answer = {}; ///< the search is over
};

/// Adds the runs of the next round to `plan`, which is that of a search. `kernels` have its level. The caller holds the lock of the
/// folder's runs.jsonl.
Result<SweepRound> nextRound(const std::filesystem::path& folder, SweepPlan& plan, const Kernels& kernels,
    const RoundOptions& options);

} // namespace ulpscope
