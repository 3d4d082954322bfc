// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/sweep/search_answer.h"
#include "app/cli/sweep/slurm.h"
#include "app/cli/sweep/sweep_jobs.h"
#include "app/cli/sweep/sweep_scripts.h"
#include "app/search/sweep/sweep.h"
#include "engine/base/number_text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>

namespace ulpscope::cli {

namespace {

struct SweepSubmitArguments
{
    std::string folder;
    std::int64_t shards = 0;
    std::int64_t retries = 3;
    std::vector<std::string> options;
    bool onlyWrites = false;
};

/// What is to be submitted, known while nobody else can submit.
struct Submission
{
    std::filesystem::path folder; ///< absolute
    std::int64_t shards = 1;
    std::size_t done = 0;
    std::vector<std::int64_t> tasks = {}; ///< with runs to do that no task in the queue does
    std::size_t alive = 0; ///< tasks and jobs in the queue, without the one that asks
    std::vector<std::int64_t> cancelled
        = {}; ///< shards that somebody has cancelled: a job that follows leaves them
    std::optional<std::int64_t> retries
        = {}; ///< a person submits, and says this; none: a job that follows does
};

/// Takes from `submission` what is in the queue already.
Status leaveQueued(Submission& submission, const SweepJobs& jobs)
{
    const Result<std::vector<SlurmTask>> tasks = slurmTasks(jobs.numbers());
    if (!tasks)
        return tasks.error();
    const char* own = std::getenv("SLURM_JOB_ID");
    std::map<std::int64_t, std::pair<std::size_t, bool>>
        newest; // of a shard: its last array, and whether it was cancelled there
    for (const SlurmTask& task : *tasks) {
        const auto job = std::ranges::find(jobs.jobs(), task.job, &SweepJob::job);
        const auto array = static_cast<std::size_t>(job - jobs.jobs().begin());
        if (!job->tasks.empty() && job->shards == submission.shards
            && (!newest.contains(task.number) || newest[task.number].first < array))
            newest[task.number] = {array, task.state == "CANCELLED"};
        if (!task.isAlive() || (own != nullptr && task.job == own))
            continue;
        ++submission.alive;
        if (!job->tasks.empty() && job->shards != submission.shards)
            return Error{"--shards",
                "tasks of " + std::to_string(job->shards)
                    + " shards are still in the queue; wait for them, or scancel " + job->job};
        std::erase(submission.tasks, task.number);
    }
    for (const auto& [shard, last] : newest)
        if (last.second && !submission.retries && std::erase(submission.tasks, shard) > 0)
            submission.cancelled.push_back(shard);
    return success();
}

/// Starts follow.sbatch, behind an array if there is one.
Status submitFollower(const Submission& submission, SweepJobs& jobs, const std::string& array)
{
    std::vector<std::string> words{"--chdir=" + submission.folder.string()};
    if (!array.empty())
        words.push_back("--dependency=afterany:" + array);
    words.push_back(followScript(submission.folder).string());
    words.push_back(std::to_string(submission.shards));
    const Result<std::string> job = submitJob(words);
    if (!job)
        return job.error();
    return jobs.add({*job, submission.shards, {}, submission.done, {}});
}

Result<std::string> submitArray(const Submission& submission, SweepJobs& jobs)
{
    const Result<std::string> job
        = submitJob({"--chdir=" + submission.folder.string(), "--array=" + arrayText(submission.tasks),
            shardScript(submission.folder).string(), std::to_string(submission.shards)});
    if (!job)
        return job;
    if (const Status added
        = jobs.add({*job, submission.shards, submission.tasks, submission.done, submission.retries});
        !added)
        return added.error();
    return job;
}

int submitAndTell(const Submission& submission, SweepJobs& jobs)
{
    const Result<std::string> array = submitArray(submission, jobs);
    if (!array)
        return failWith(array.error());
    if (const Status follower = submitFollower(submission, jobs, *array); !follower)
        return failWith(follower.error());
    return print("job " + *array + ": " + counted(static_cast<std::int64_t>(submission.tasks.size()), "shard")
        + " of " + std::to_string(submission.shards) + "; job " + jobs.jobs().back().job + " follows them\n");
}

int submitSweep(const SweepSubmitArguments& arguments)
{
    const Result<SweepPlan> plan = readSweepPlan(arguments.folder);
    if (!plan)
        return failWith(plan.error());
    Result<SweepJobs> jobs = SweepJobs::open(arguments.folder);
    if (!jobs)
        return failWith(jobs.error());
    Submission submission{std::filesystem::canonical(arguments.folder),
        arguments.shards > 0 ? arguments.shards : jobs->lastShards()};
    if (submission.shards == 0)
        return failWith(
            Error{"--shards", "say into how many parts the runs are divided, such as --shards 8"});
    if (const Status written
        = writeSweepScripts(submission.folder, plan->searched.has_value(), arguments.options);
        !written)
        return failWith(written.error());
    if (arguments.onlyWrites)
        return print(
            shardScript(submission.folder).string() + "\n" + followScript(submission.folder).string() + "\n");
    const Result<SweepStatus> status = sweepStatus(*plan, submission.folder);
    if (!status)
        return failWith(status.error());
    submission.done = status->done;
    const char* own = std::getenv("SLURM_JOB_ID");
    const bool follows = own != nullptr && jobs->isFollower(own);
    const std::int64_t retries
        = follows ? jobs->lastRetries().value_or(arguments.retries) : arguments.retries;
    if (!follows)
        submission.retries = retries;
    Result<std::vector<std::int64_t>> unfinished
        = unfinishedShards(*plan, submission.folder, submission.shards);
    if (!unfinished)
        return failWith(unfinished.error());
    submission.tasks = *std::move(unfinished);
    if (const Status left = leaveQueued(submission, *jobs); !left)
        return failWith(left.error());
    if (follows && !submission.tasks.empty() && jobs->arraysSince(submission.done) >= retries)
        return failWith(Error{submission.folder.string(),
            "the last " + counted(jobs->arraysSince(submission.done), "array")
                + " did not end a single run: slurm-*.log say why; sweep submit tries again"});
    if (!submission.tasks.empty())
        return submitAndTell(submission, *jobs);
    if (!submission.cancelled.empty())
        return print(
            "nothing to submit: " + counted(static_cast<std::int64_t>(submission.cancelled.size()), "shard")
            + " were cancelled; sweep submit goes on with them\n");
    if (submission.alive > 0)
        return print("nothing to submit: " + counted(static_cast<std::int64_t>(submission.alive), "task")
            + " of it in the queue\n");
    if (!plan->searched || isSearchOver(submission.folder))
        return print("nothing to submit: all runs are done\n");
    if (const Status follower = submitFollower(submission, *jobs, {}); !follower)
        return failWith(follower.error());
    return print("job " + jobs->jobs().back().job + " begins the search's next round\n");
}

} // namespace

void defineSweepSubmit(CLI::App& command, Action& action)
{
    command.footer(
        "Submits the shards with runs to do that no task in the queue does: all of them at first, later those that were lost or failed. DIR\n"
        "is one that all nodes see, and the program lies where they see it. It gets shard.sbatch, a task of the array, whose\n"
        "SLURM_ARRAY_TASK_ID is the shard, and follow.sbatch, a job that depends on the array by afterany: it merges, or goes on with the\n"
        "search, and submits what is left. Both are written once and may be edited; jobs.jsonl has the jobs. A node that fails or drains\n"
        "costs nothing but time. scancel of the array's job stops it: the job that follows submits no shard that was cancelled, until\n"
        "sweep submit does.\n"
        "Examples: ulpscope-cli sweep submit DIR --shards 64 --sbatch=--partition=long --sbatch=--time=2:00:00\n"
        "          ulpscope-cli sweep submit DIR --shards 8 --only-write");
    auto arguments = std::make_shared<SweepSubmitArguments>();
    command.add_option("DIR", arguments->folder, "Folder of the plan")->required();
    command
        .add_option(
            "--shards", arguments->shards, "How many tasks share the runs (default: as the last time)")
        ->check(CLI::Range(std::int64_t{1}, kMaxShards))
        ->type_name("N");
    command
        .add_option(
            "--sbatch", arguments->options, "An option of sbatch for both scripts; can be given again")
        ->type_name("OPTION");
    command
        .add_option("--retries", arguments->retries,
            "The jobs that follow give up after so many arrays that did not end a single run; sweep submit then tries again")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000}))
        ->type_name("N")
        ->capture_default_str();
    command.add_flag("--only-write", arguments->onlyWrites, "Write the scripts, and submit nothing");
    command.callback([&action, arguments] { action = [arguments] { return submitSweep(*arguments); }; });
}

} // namespace ulpscope::cli
