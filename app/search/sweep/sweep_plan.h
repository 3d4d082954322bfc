// SPDX-License-Identifier: GPL-3.0-or-later
// What a sweep runs, in a folder that any machine can read: every assignment of a search space under every seed, or the runs of a search,
// to which each round adds those that it asks for. The folder has
//     session.ulps, plan.json   what is asked
//     plan.jsonl                a run each, by name, in the order of the merged results
// All runs use one level of kernels. Where it is not named, the first machine that lacks the level lowers it for all: names have the level in
// them, so that what was run above it counts no more.
#pragma once

#include "app/search/search.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope {

inline constexpr int kSweepFileVersion = 1;
inline constexpr std::size_t kMaxSweepRuns = 65'536;

struct SweepQuestion
{
    SessionSpec session;
    SearchedText text;
    std::string budget;
    std::vector<std::uint64_t> seeds;
    std::optional<CostKind> searched
        = {}; ///< the rounds of a search for the least of this; none: every assignment
    bool mayLowerLevel = false;
};

struct SweepPlan
{
    SearchSpace space;
    Budget budget;
    std::vector<std::uint64_t> seeds;
    std::optional<CostKind> searched;
    std::string kernelLevel; ///< the kernels' level that all shards use
    bool mayLowerLevel = false;
    std::string namedLevel; ///< by which plan.jsonl names its runs: the one that was planned
    std::vector<Trial> trials = {}; ///< trials in the plan's order
    std::vector<std::string> names = {}; ///< theirs, with kernelLevel
};

/// How many runs it has, none yet of a search; the plan is written last, so that a folder with one is whole.
Result<std::size_t> writeSweepPlan(
    const std::filesystem::path& folder, const SweepQuestion& question, const Kernels& kernels);
/// An error where another version of the program planned it.
Result<SweepPlan> readSweepPlan(const std::filesystem::path& folder);

/// These runs behind the plan's own.
Status addToSweepPlan(const std::filesystem::path& folder, SweepPlan& plan, const std::vector<Trial>& trials);
/// Makes all shards use the lower kernel level from now on.
Status lowerSweepLevel(const std::filesystem::path& folder, SweepPlan& plan, const std::string& level);

} // namespace ulpscope
