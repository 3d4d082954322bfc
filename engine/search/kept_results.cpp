// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/kept_results.h"

#include "engine/file/whole_file.h"
#include "engine/io/json/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace ulpscope {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestResults = std::size_t{1} << 30; ///< bytes of a file
constexpr std::string_view kMergedFileName = "results.jsonl"; ///< by sweep.h

Error outputError(const fs::path& path, const std::string& what)
{
    return {path.string(), what, ErrorKind::Output};
}

bool isResultsFile(const fs::path& path)
{
    const std::string name = path.filename().string();
    return path.extension() == ".jsonl"
        && (name == resultsFileName() || name == kMergedFileName || name.starts_with("shard-"));
}

/// Cuts off what a kill left of a line.
Status endAtALine(int file, const fs::path& path)
{
    struct stat facts = {};
    if (::fstat(file, &facts) != 0)
        return outputError(path, std::strerror(errno));
    off_t end = facts.st_size;
    char last = '\n';
    while (end > 0 && ::pread(file, &last, 1, end - 1) == 1 && last != '\n')
        --end;
    if (end != facts.st_size && ::ftruncate(file, end) != 0)
        return outputError(path, std::strerror(errno));
    return success();
}

} // namespace

std::string resultsFileName()
{
    return "runs.jsonl";
}

std::string resultsFileName(std::int64_t shard, std::int64_t shards)
{
    return "shard-" + std::to_string(shard) + "-of-" + std::to_string(shards) + ".jsonl";
}

Status KeptResults::readFile(const fs::path& path, const Budget& budget)
{
    const Result<std::string> text = readWholeFile(path, kLargestResults);
    if (!text)
        return text.error();
    std::size_t begin = 0;
    for (std::int64_t line = 1;; ++line) {
        const std::size_t end = text->find('\n', begin);
        if (end == std::string::npos)
            return success();
        const Result<nlohmann::ordered_json> json
            = parseJson(std::string_view(*text).substr(begin, end - begin));
        begin = end + 1;
        if (!json)
            return Error{path.string(), "line " + std::to_string(line) + ": " + json.error().message};
        const nlohmann::ordered_json* asked = findMember(*json, "budget");
        if (asked == nullptr || *asked != budget.text)
            continue;
        Result<RunResult> result = readResult(*json, budget);
        if (!result)
            return Error{path.string(), "line " + std::to_string(line) + ": " + result.error().text()};
        m_results.insert_or_assign(result->run, *std::move(result));
    }
}

Result<KeptResults> KeptResults::read(const fs::path& folder, const Budget& budget)
{
    KeptResults kept;
    std::vector<fs::path> files;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
        if (isResultsFile(entry.path()))
            files.push_back(entry.path());
    if (error)
        return Error{folder.string(), error.message()};
    std::ranges::sort(files);
    for (const fs::path& file : files)
        if (const Status read = kept.readFile(file, budget); !read)
            return read.error();
    return kept;
}

Result<KeptResults> KeptResults::open(
    const fs::path& folder, const std::string& fileName, const Budget& budget)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        return outputError(folder, error.message());
    const fs::path path = folder / fileName;
    FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666));
    if (!file.isOpen())
        return outputError(path, std::strerror(errno));
    if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0)
        return outputError(
            path, errno == EWOULDBLOCK ? "another process writes to it" : std::strerror(errno));
    if (const Status ended = endAtALine(file.get(), path); !ended)
        return ended.error();
    Result<KeptResults> kept = read(folder, budget);
    if (!kept)
        return kept.error();
    kept->m_path = path;
    kept->m_file = std::move(file);
    return kept;
}

const RunResult* KeptResults::find(const std::string& run) const
{
    const auto found = m_results.find(run);
    return found == m_results.end() ? nullptr : &found->second;
}

Status KeptResults::add(const RunResult& result, const SearchSpace& space, const Budget& budget)
{
    if (m_file.isOpen()) {
        const std::string line = resultLine(result, space, budget) + '\n';
        std::size_t done = 0;
        while (done < line.size()) {
            const ssize_t written = ::write(m_file.get(), line.data() + done, line.size() - done);
            if (written < 0 && errno == EINTR)
                continue;
            if (written <= 0)
                return outputError(m_path, std::strerror(errno));
            done += static_cast<std::size_t>(written);
        }
    }
    m_results.insert_or_assign(result.run, result);
    return success();
}

} // namespace ulpscope
