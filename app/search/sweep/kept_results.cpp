// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search/sweep/kept_results.h"

#include "app/io/json/json_text.h"
#include "engine/file/input_file.h"

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

constexpr std::size_t kScannedAtOnce = std::size_t{1} << 18; ///< bytes
constexpr std::size_t kHead = 64; ///< bytes of a line in which the run's name is
constexpr std::string_view kMergedFileName = "results.jsonl"; ///< the name that sweep.h gives the merged file

template <class Text>
Error outputError(const fs::path& path, Text&& what)
{
    return {path.string(), std::forward<Text>(what), ErrorKind::Output};
}

bool isResultsFile(const fs::path& path)
{
    const std::string name = path.filename().string();
    return path.extension() == ".jsonl"
        && (name == resultsFileName() || name == kMergedFileName || name.starts_with("shard-"));
}

/// The name of a line that resultLine() wrote, which begins with it.
std::optional<std::string> runIn(std::string_view line)
{
    constexpr std::string_view kBegin = R"({"run":")";
    if (!line.starts_with(kBegin))
        return std::nullopt;
    line.remove_prefix(kBegin.size());
    const std::size_t end = line.find('"');
    return end == 0 || end == std::string_view::npos ? std::nullopt
                                                     : std::optional(std::string(line.substr(0, end)));
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

Status KeptResults::lookThrough(const fs::path& path)
{
    Result<InputFile> file = InputFile::open(path);
    if (!file)
        return file.error();
    const auto place = static_cast<std::uint32_t>(m_files.size());
    m_files.push_back(path);
    std::vector<char> bytes(kScannedAtOnce);
    std::string head; // the beginning of a line, long enough for the name of its run
    std::uint64_t begin = 0;
    std::uint64_t at = 0;
    std::int64_t line = 1;
    for (;;) {
        const Result<std::size_t> count = file->read(bytes);
        if (!count)
            return count.error();
        if (*count == 0)
            return success();
        for (std::string_view part(bytes.data(), *count); !part.empty();) {
            const std::size_t end = part.find('\n');
            const std::string_view taken = part.substr(0, end);
            head += taken.substr(0, kHead - std::min(kHead, head.size()));
            at += taken.size();
            if (end == std::string_view::npos)
                break;
            const std::optional<std::string> run = runIn(head);
            if (!run)
                return Error{
                    path.string(), "line " + std::to_string(line) + ": run: is missing or no such value"};
            m_lines[*run].push_back({place, begin, at - begin});
            head.clear();
            begin = ++at;
            ++line;
            part.remove_prefix(end + 1);
        }
    }
}

Result<KeptResults> KeptResults::read(const fs::path& folder, const Budget& budget)
{
    KeptResults kept;
    kept.m_budget = budget;
    std::vector<fs::path> files;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
        if (isResultsFile(entry.path()))
            files.push_back(entry.path());
    if (error)
        return Error{folder.string(), error.message()};
    std::ranges::sort(files);
    for (const fs::path& file : files)
        if (const Status read = kept.lookThrough(file); !read)
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
        return outputError(path,
            errno == EWOULDBLOCK ? message("another process writes to it") : verbatim(std::strerror(errno)));
    if (const Status ended = endAtALine(file.get(), path); !ended)
        return ended.error();
    Result<KeptResults> kept = read(folder, budget);
    if (!kept)
        return kept.error();
    kept->m_path = path;
    kept->m_file = std::move(file);
    return kept;
}

const RunResult* KeptResults::find(const std::string& run, const RunResult* float32)
{
    if (const auto known = m_results.find(run); known != m_results.end())
        return &known->second;
    const auto lines = m_lines.find(run);
    if (lines == m_lines.end())
        return nullptr;
    for (auto line = lines->second.rbegin(); line != lines->second.rend(); ++line) { // the longest came last
        const Result<InputFile> file = InputFile::open(m_files[line->file]);
        const Result<std::string> text = file ? file->readAt(line->begin, line->bytes) : file.error();
        const Result<Json> json = text ? parseJson(*text) : text.error();
        if (!json || textMember(*json, "run") != run)
            continue; // no run any more: it is trained again
        if (std::optional<RunResult> result = readResult(*json, *m_budget, float32))
            return &m_results.insert_or_assign(run, *std::move(result)).first->second;
    }
    return nullptr;
}

Status KeptResults::add(
    const RunResult& result, const SearchSpace& space, const Budget& budget, const RunMetrics* metrics)
{
    if (m_file.isOpen()) {
        const std::string line = resultLine(result, space, budget, metrics) + '\n';
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
