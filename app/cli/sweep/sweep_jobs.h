// SPDX-License-Identifier: GPL-3.0-or-later
// Which jobs of Slurm a sweep's folder has had: a line each of its jobs.jsonl. Whoever submits holds the file.
#pragma once

#include "engine/base/result.h"
#include "engine/file/file_descriptor.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope::cli {

struct SweepJob
{
    std::string job; ///< Slurm's number
    std::int64_t shards = 0; ///< of how many its tasks are shards
    std::vector<std::int64_t> tasks
        = {}; ///< shards' numbers, ascending; none: it follows such an array, or begins a search
    std::size_t done = 0; ///< runs of the plan when it was submitted
    std::optional<std::int64_t> retries
        = {}; ///< of an array that a person submitted: after so many in vain the jobs that follow give up
};

class SweepJobs
{
public:
    /// Those so far; none where nothing was submitted.
    static Result<SweepJobs> read(const std::filesystem::path& folder);
    /// The same, for who submits; waits while somebody else does.
    static Result<SweepJobs> open(const std::filesystem::path& folder);

    const std::vector<SweepJob>& jobs() const { return m_jobs; }
    std::vector<std::string> numbers() const;
    /// Shards of the last submission; 0 without one.
    std::int64_t lastShards() const;
    /// How many arrays were submitted, the last ones in a row and since a person submitted one, when so many runs were done.
    std::int64_t arraysSince(std::size_t done) const;
    /// What the person who submitted last has said of them; none: nobody has.
    std::optional<std::int64_t> lastRetries() const;
    /// Whether this is a job that follows an array.
    bool isFollower(const std::string& job) const;
    Status add(const SweepJob& job);

private:
    std::filesystem::path m_path;
    FileDescriptor m_file;
    std::vector<SweepJob> m_jobs;
};

} // namespace ulpscope::cli
