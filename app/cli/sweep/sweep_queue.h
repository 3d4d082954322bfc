// SPDX-License-Identifier: GPL-3.0-or-later
// What Slurm says of a sweep's shards.
#pragma once

#include "app/cli/sweep/slurm.h"
#include "app/cli/sweep/sweep_jobs.h"
#include "app/search/sweep/sweep.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope::cli {

struct QueuedShard
{
    std::int64_t shard = 0;
    std::string job; ///< the last array that had it
    bool isDone = false; ///< all its runs are
    std::optional<SlurmTask> task; ///< none: Slurm has forgotten it
};

struct SweepQueue
{
    std::int64_t shards = 0; ///< 0: nothing was submitted
    std::vector<QueuedShard> tasks; ///< by shard, those that were submitted
    std::vector<SlurmTask> followers; ///< that wait or run
    std::string silence; ///< why Slurm does not say it; empty: it does
};

Result<SweepQueue> sweepQueue(const SweepPlan& plan, const std::filesystem::path& folder);

/// Null where nothing was submitted.
nlohmann::ordered_json queueJson(const SweepQueue& queue);
/// Lines; empty where nothing was submitted.
std::string queueText(const SweepQueue& queue, const std::string& folder);

} // namespace ulpscope::cli
