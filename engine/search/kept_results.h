// SPDX-License-Identifier: GPL-3.0-or-later
// The folder of a search or a sweep: files of lines, a run each, to which lines are added and nothing else. Each file has one writer at a
// time, who holds its lock; all files are read by everybody. A line counts once it has its end: what a kill left of one is cut off
// by the file's next writer, and passed over by readers.
#pragma once

#include "engine/file/file_descriptor.h"
#include "engine/search/run_result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>

namespace ulpscope {

/// What search writes into, "runs.jsonl"; and a shard of a sweep, "shard-3-of-8.jsonl".
std::string resultsFileName();
std::string resultsFileName(std::int64_t shard, std::int64_t shards);

class KeptResults
{
public:
    /// Reads all files of runs in the folder, of those the lines with this budget; the others are as if they were not there.
    static Result<KeptResults> read(const std::filesystem::path& folder, const Budget& budget);
    /// The same, and from here on writes to that file of it; the folder is made. An error of kind Output where somebody else does.
    static Result<KeptResults> open(
        const std::filesystem::path& folder, const std::string& fileName, const Budget& budget);

    /// Null: not run yet. Without assignment and seed.
    const RunResult* find(const std::string& run) const;
    std::size_t size() const { return m_results.size(); }
    /// The line is in the file, whole, when this returns.
    Status add(const RunResult& result, const SearchSpace& space, const Budget& budget);

private:
    Status readFile(const std::filesystem::path& path, const Budget& budget);

    std::filesystem::path m_path;
    FileDescriptor m_file;
    std::unordered_map<std::string, RunResult> m_results;
};

} // namespace ulpscope
