// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sweep/sweep_queue.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace ulpscope::cli {

namespace {

const char* const kForgotten
    = "FORGOTTEN"; ///< no state of Slurm's: it keeps ended jobs for some minutes, or in accounts

std::string stateOf(const QueuedShard& shard)
{
    return shard.task ? shard.task->state : kForgotten;
}

bool needsSubmission(const QueuedShard& shard)
{
    return !shard.isDone && !(shard.task && shard.task->isAlive());
}

/// "shard 5: FAILED on n2 (NonZeroExitCode), slurm-12_5.log"
std::string lossText(const QueuedShard& shard)
{
    const std::string number = std::to_string(shard.shard);
    std::string text = "  shard " + number + ": " + stateOf(shard);
    if (shard.task && !shard.task->nodes.empty())
        text += " on " + shard.task->nodes;
    if (shard.task && !shard.task->reason.empty())
        text += " (" + shard.task->reason + ")";
    return text + ", slurm-" + shard.job + "_" + number + ".log\n";
}

} // namespace

Result<SweepQueue> sweepQueue(const SweepPlan& plan, const std::filesystem::path& folder)
{
    const Result<SweepJobs> jobs = SweepJobs::read(folder);
    if (!jobs)
        return jobs.error();
    SweepQueue queue{.shards = jobs->lastShards(), .tasks = {}, .followers = {}, .silence = {}};
    if (jobs->jobs().empty())
        return queue;
    const Result<std::vector<SlurmTask>> known = slurmTasks(jobs->numbers());
    if (!known)
        queue.silence = known.error().text();
    std::map<std::pair<std::string, std::int64_t>, SlurmTask> tasks;
    for (const SlurmTask& task : known ? *known : std::vector<SlurmTask>())
        tasks[{task.job, task.number}] = task;
    std::map<std::int64_t, QueuedShard> shards;
    for (const SweepJob& job : jobs->jobs()) {
        if (job.tasks.empty())
            if (const auto task = tasks.find({job.job, 0}); task != tasks.end() && task->second.isAlive())
                queue.followers.push_back(task->second);
        if (job.shards == queue.shards)
            for (const std::int64_t shard : job.tasks) {
                const auto task = tasks.find({job.job, shard});
                shards[shard] = {
                    shard, job.job, true, task == tasks.end() ? std::nullopt : std::optional(task->second)};
            }
    }
    const Result<std::vector<std::int64_t>> unfinished
        = unfinishedShards(plan, folder, std::max<std::int64_t>(queue.shards, 1));
    if (!unfinished)
        return unfinished.error();
    for (const std::int64_t shard : *unfinished)
        if (const auto submitted = shards.find(shard); submitted != shards.end())
            submitted->second.isDone = false;
    for (const auto& [number, shard] : shards)
        queue.tasks.push_back(shard);
    return queue;
}

nlohmann::ordered_json queueJson(const SweepQueue& queue)
{
    using Json = nlohmann::ordered_json;
    if (queue.tasks.empty() && queue.followers.empty() && queue.silence.empty())
        return nullptr;
    Json shards = Json::array();
    for (const QueuedShard& shard : queue.tasks)
        shards.push_back({{"shard", shard.shard}, {"job", shard.job}, {"done", shard.isDone},
            {"state", shard.task ? Json(shard.task->state) : Json(nullptr)},
            {"nodes", shard.task ? shard.task->nodes : ""},
            {"reason", shard.task ? shard.task->reason : ""}});
    Json followers = Json::array();
    for (const SlurmTask& task : queue.followers)
        followers.push_back({{"job", task.job}, {"state", task.state}, {"reason", task.reason}});
    return {{"error", queue.silence.empty() ? Json(nullptr) : Json(queue.silence)}, {"of", queue.shards},
        {"shards", std::move(shards)}, {"followers", std::move(followers)}};
}

std::string queueText(const SweepQueue& queue, const std::string& folder)
{
    if (!queue.silence.empty())
        return "Slurm does not say how the jobs are: " + queue.silence + "\n";
    std::map<std::string, int> states;
    std::string lost;
    for (const QueuedShard& shard : queue.tasks) {
        ++states[stateOf(shard)];
        if (needsSubmission(shard))
            lost += lossText(shard);
    }
    std::string text;
    for (const auto& [state, count] : states)
        text += (text.empty() ? "Slurm: " : ", ") + std::to_string(count) + " " + state;
    if (!text.empty())
        text += ", of " + std::to_string(queue.shards) + " shards\n";
    for (const SlurmTask& task : queue.followers)
        text += "  job " + task.job + " that follows: " + task.state
            + (task.reason.empty() ? "" : " (" + task.reason + ")") + "\n";
    text += lost;
    if (!lost.empty())
        text += queue.followers.empty() ? "  ulpscope-cli sweep submit " + folder + " submits what is left\n"
                                        : "  the job that follows submits what is left\n";
    return text;
}

} // namespace ulpscope::cli
