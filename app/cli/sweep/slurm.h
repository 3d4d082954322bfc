// SPDX-License-Identifier: GPL-3.0-or-later
// Slurm as its own programs give and take it: sbatch, squeue, and sacct where the cluster keeps accounts.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ulpscope::cli {

struct SlurmTask
{
    std::string job; ///< of the whole array
    std::int64_t number = 0; ///< SLURM_ARRAY_TASK_ID; 0 of a job that is no array
    std::string state; ///< "RUNNING", by squeue's manual page
    std::string nodes; ///< as Slurm writes them; empty: none yet
    std::string reason; ///< of one that waits, or has failed; may be empty

    /// Whether it waits or runs.
    bool isAlive() const;
};

/// arguments: sbatch's. The new job's number.
Result<std::string> submitJob(const std::vector<std::string>& arguments);

/// What Slurm knows of these jobs of this user: a task each. Those that it has forgotten are left out.
Result<std::vector<SlurmTask>> slurmTasks(const std::vector<std::string>& jobs);

/// "1-3,7" of ascending numbers: what --array takes.
std::string arrayText(const std::vector<std::int64_t>& numbers);

} // namespace ulpscope::cli
