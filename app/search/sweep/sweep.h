// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a plan in parts that any machine can run, beside the plan's files in its folder:
//     shard-I-of-N.jsonl        what shard I has run
//     results.jsonl             merged: the same bytes however many shards there were
// Who runs shard I of N takes every N-th line of the plan and what is not in any file yet; a lost shard is run again and loses nothing. A
// search whose --out is that folder takes the results as its own.
#pragma once

#include "app/search/sweep/sweep_plan.h"

#include <filesystem>
#include <string_view>
#include <vector>

namespace ulpscope {

struct Shard
{
    std::int64_t index = 1; ///< from 1
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

} // namespace ulpscope
