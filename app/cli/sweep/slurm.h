// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep's folder on a cluster: two job scripts in it, and what Slurm's own programs say of its jobs.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ulpscope::cli {

struct SlurmTask
{
    std::string job; ///< number of the whole array
    std::string task; ///< SLURM_ARRAY_TASK_ID; "N/A" of a job that is no array
    std::string state; ///< such as "RUNNING", as squeue's manual page lists them
    std::string nodes; ///< empty before it has any
    std::string reason; ///< why it waits
};

/// The script of a shard, a task of a job array. The array's range in it says how many shards there are.
std::filesystem::path shardScript(const std::filesystem::path& folder);
/// The script of the job that runs once all shards have ended well: it merges, or goes on with the search.
std::filesystem::path followScript(const std::filesystem::path& folder);
/// Writes both scripts. `options` are options of sbatch, such as "--time=1:00:00", for each of them.
Status writeSlurmScripts(const std::filesystem::path& folder, bool isSearch, std::int64_t shards,
    const std::vector<std::string>& options);

/// Runs sbatch in the folder and returns the new job's number. `options` are options of sbatch, before the script.
Result<std::string> submitJob(const std::filesystem::path& folder, const std::filesystem::path& script,
    const std::vector<std::string>& options = {});
/// The user's waiting and running jobs of the folder, without the job that asks.
Result<std::vector<SlurmTask>> queuedTasks(const std::filesystem::path& folder);

} // namespace ulpscope::cli
