// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sweep/sweep_jobs.h"

#include "app/io/json/json_text.h"
#include "engine/file/whole_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>

namespace ulpscope::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLargestJobs = std::size_t{1} << 26; ///< bytes

std::filesystem::path jobsPath(const std::filesystem::path& folder)
{
    return folder / "jobs.jsonl";
}

Result<SweepJob> jobOf(const Json& line)
{
    const Json* job = findMember(line, "job");
    const Json* shards = findMember(line, "shards");
    const Json* tasks = findMember(line, "tasks");
    const Json* done = findMember(line, "done");
    if (job == nullptr || !job->is_string() || shards == nullptr || !shards->is_number_unsigned()
        || tasks == nullptr || !tasks->is_array() || done == nullptr || !done->is_number_unsigned())
        return Error{"", "is no job of a sweep"};
    SweepJob read{job->get<std::string>(), shards->get<std::int64_t>(), {}, done->get<std::size_t>(), {}};
    if (const Json* retries = findMember(line, "retries");
        retries != nullptr && retries->is_number_unsigned())
        read.retries = retries->get<std::int64_t>();
    for (const Json& task : *tasks) {
        if (!task.is_number_unsigned())
            return Error{"", "is no job of a sweep"};
        read.tasks.push_back(task.get<std::int64_t>());
    }
    return read;
}

} // namespace

Result<SweepJobs> SweepJobs::read(const std::filesystem::path& folder)
{
    SweepJobs jobs;
    jobs.m_path = jobsPath(folder);
    std::error_code error;
    if (!std::filesystem::exists(jobs.m_path, error))
        return jobs;
    const Result<std::string> text = readWholeFile(jobs.m_path, kLargestJobs);
    if (!text)
        return text.error();
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = text->find('\n', begin)) != std::string::npos; begin = end + 1) {
        const Result<Json> line = parseJson(std::string_view(*text).substr(begin, end - begin));
        const Result<SweepJob> job = line ? jobOf(*line) : line.error();
        if (!job)
            return Error{jobs.m_path.string(),
                "line " + std::to_string(jobs.m_jobs.size() + 1) + ": " + job.error().text()};
        jobs.m_jobs.push_back(*job);
    }
    return jobs;
}

Result<SweepJobs> SweepJobs::open(const std::filesystem::path& folder)
{
    const std::filesystem::path path = jobsPath(folder);
    FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666));
    if (!file.isOpen() || ::flock(file.get(), LOCK_EX) != 0)
        return Error{path.string(), std::strerror(errno), ErrorKind::Output};
    Result<SweepJobs> jobs = read(folder);
    if (jobs)
        jobs->m_file = std::move(file);
    return jobs;
}

std::vector<std::string> SweepJobs::numbers() const
{
    std::vector<std::string> numbers;
    for (const SweepJob& job : m_jobs)
        numbers.push_back(job.job);
    return numbers;
}

std::int64_t SweepJobs::lastShards() const
{
    return m_jobs.empty() ? 0 : m_jobs.back().shards;
}

std::int64_t SweepJobs::arraysSince(std::size_t done) const
{
    std::int64_t arrays = 0;
    for (auto job = m_jobs.rbegin(); job != m_jobs.rend(); ++job) {
        if (job->tasks.empty())
            continue;
        if (job->done != done)
            break;
        ++arrays;
        if (job->retries)
            break;
    }
    return arrays;
}

std::optional<std::int64_t> SweepJobs::lastRetries() const
{
    for (auto job = m_jobs.rbegin(); job != m_jobs.rend(); ++job)
        if (job->retries)
            return job->retries;
    return std::nullopt;
}

bool SweepJobs::isFollower(const std::string& job) const
{
    return std::ranges::any_of(
        m_jobs, [&](const SweepJob& each) { return each.job == job && each.tasks.empty(); });
}

Status SweepJobs::add(const SweepJob& job)
{
    Json json{{"job", job.job}, {"shards", job.shards}, {"tasks", job.tasks}, {"done", job.done}};
    if (job.retries)
        json["retries"] = *job.retries;
    const std::string line = json.dump() + '\n';
    if (::write(m_file.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size()))
        return Error{m_path.string(), std::strerror(errno), ErrorKind::Output};
    m_jobs.push_back(job);
    return success();
}

} // namespace ulpscope::cli
