// SPDX-License-Identifier: GPL-3.0-or-later
// The folder of a search or a sweep: files of lines, a run each, to which lines are added and nothing else. Each file has one writer at a
// time, who holds its lock; every process reads all files. A line counts once it has its end: what a kill left of one is cut off
// by the file's next writer, and passed over by readers. In memory is where each run's lines are, and what was asked of them.
#pragma once

#include "app/search/sweep/run_result.h"
#include "engine/file/file_descriptor.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ulpscope {

/// File that a search writes, "runs.jsonl", and that a shard of a sweep writes, "shard-3-of-8.jsonl".
std::string resultsFileName();
std::string resultsFileName(std::int64_t shard, std::int64_t shards);

class KeptResults
{
public:
    /// Looks through all files of runs in the folder, to be read under this budget, whatever the ones were under which they were run.
    static Result<KeptResults> read(const std::filesystem::path& folder, const Budget& budget);
    /// Opens the folder, which is made if it is missing, and from now on writes to that file in it. Returns an error of kind Output if another process writes to it.
    static Result<KeptResults> open(
        const std::filesystem::path& folder, const std::string& fileName, const Budget& budget);

    /// Null: not run yet, or not as far as the budget looks. Without assignment and seed. float32: of the same seed, by find(); null: this
    /// run is in float32 itself. It stays the same for a run.
    const RunResult* find(const std::string& run, const RunResult* float32);
    /// Runs, under whatever budget.
    std::size_t size() const { return m_lines.size(); }
    /// The line is in the file, whole, when this returns.
    Status add(const RunResult& result, const SearchSpace& space, const Budget& budget,
        const RunMetrics* metrics = nullptr);

private:
    struct Line
    {
        std::uint32_t file = 0; ///< the file's place in m_files
        std::uint64_t begin = 0;
        std::uint64_t bytes = 0; ///< length without the end of the line
    };

    Status lookThrough(const std::filesystem::path& path);

    std::filesystem::path m_path;
    FileDescriptor m_file;
    std::optional<Budget> m_budget; ///< none: nothing was read
    std::vector<std::filesystem::path> m_files;
    std::unordered_map<std::string, std::vector<Line>> m_lines; ///< keyed by run
    std::unordered_map<std::string, RunResult> m_results; ///< results that were asked for or added
};

} // namespace ulpscope
