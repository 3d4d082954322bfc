// SPDX-License-Identifier: GPL-3.0-or-later
// Every assignment of a search space under every seed, in parts that any machine can run: a plan in a folder, a file of results for each
// shard, and all of them merged. A folder holds
//     session.ulps, plan.json   what is asked
//     plan.jsonl                a run each, by name, in the order of the merged results
//     shard-I-of-N.jsonl        what shard I has run
//     results.jsonl             merged: the same bytes however many shards there were
// Who runs shard I of N takes every N-th line and what is not in any file yet; a lost shard is run again and loses nothing. A search whose
// --out is that folder takes the results as its own.
#pragma once

#include "engine/search/search.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

inline constexpr int kSweepFileVersion = 1;
inline constexpr std::size_t kMostSweepRuns = 65'536;

struct SweepQuestion
{
    SessionSpec session;
    std::string menu; ///< as searchSpaceOf() takes them
    std::string layers;
    std::string budget;
    std::vector<std::uint64_t> seeds;
};

struct SweepPlan
{
    SearchSpace space;
    Budget budget;
    std::string kernelLevel; ///< which all shards use
    std::vector<Trial> trials; ///< in the plan's order
    std::vector<std::string> names; ///< theirs
};

/// How many runs it has; the plan is written last, so that a folder with one is whole.
Result<std::size_t> writeSweepPlan(
    const std::filesystem::path& folder, const SweepQuestion& question, const Kernels& kernels);
/// An error where another version of the program planned it.
Result<SweepPlan> readSweepPlan(const std::filesystem::path& folder);

struct Shard
{
    std::int64_t index = 1; ///< from 1
    std::int64_t count = 1;
};
/// "3/8"
Result<Shard> shardOf(std::string_view text);

/// How many runs were trained here.
Result<std::size_t> runShard(const SweepPlan& plan, const std::filesystem::path& folder, const Shard& shard,
    const Kernels& kernels, int threads, const TrialProgress& progress);

struct SweepStatus
{
    std::size_t planned = 0;
    std::size_t done = 0;
    std::size_t holding = 0; ///< that keep the budget
};
Result<SweepStatus> sweepStatus(const SweepPlan& plan, const std::filesystem::path& folder);
/// The same, and results.jsonl of what is done.
Result<SweepStatus> mergeSweep(const SweepPlan& plan, const std::filesystem::path& folder);

} // namespace ulpscope
