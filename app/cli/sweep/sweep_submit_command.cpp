// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/sweep/search_argument.h"
#include "app/cli/sweep/slurm.h"
#include "app/search/sweep/sweep.h"
#include "engine/base/number_text.h"

#include <CLI/CLI.hpp>

namespace ulpscope::cli {

namespace {

struct SweepSubmitArguments
{
    std::string folder;
    std::int64_t shards = 0; ///< 0: as the script says
    std::vector<std::string> options;
    bool onlyWrites = false;
};

/// Writes the scripts where they are not there yet.
void ensureScripts(const std::filesystem::path& folder, bool isSearch, const SweepSubmitArguments& arguments)
{
    const std::filesystem::path script = shardScript(folder);
    std::error_code error;
    if (!std::filesystem::exists(script, error)) {
        if (arguments.shards == 0)
            fail({"--shards", "say into how many parts the runs are divided, such as --shards 8"});
        orFail(writeSlurmScripts(folder, isSearch, arguments.shards, arguments.options));
        return;
    }
    if (arguments.shards != 0 || !arguments.options.empty())
        fail({script.string(),
            "is there already: edit it, or delete it to have it anew with --shards and --sbatch"});
}

int submitSweep(const SweepSubmitArguments& arguments)
{
    const SweepPlan plan = orFail(readSweepPlan(arguments.folder));
    const std::filesystem::path folder = std::filesystem::canonical(arguments.folder);
    ensureScripts(folder, plan.searched.has_value(), arguments);
    if (arguments.onlyWrites)
        return print(shardScript(folder).string() + "\n" + followScript(folder).string() + "\n");
    const std::vector<SlurmTask> queued = orFail(queuedTasks(folder));
    if (!queued.empty())
        return print("nothing to submit: " + counted(static_cast<std::int64_t>(queued.size()), "task")
            + " of it in the queue\n");
    const SweepStatus status = orFail(sweepStatus(plan, folder));
    if (status.done == status.planned && (!plan.searched || isSearchOver(folder)))
        return print("nothing to submit: all runs are done\n");
    if (status.done == status.planned) {
        const std::string job = orFail(submitJob(folder, followScript(folder)));
        return print("job " + job + " begins the search's next round\n");
    }
    const std::string array = orFail(submitJob(folder, shardScript(folder)));
    const std::string follower = orFail(submitJob(
        folder, followScript(folder), {"--dependency=afterok:" + array, "--kill-on-invalid-dep=yes"}));
    return print("job " + array + " has the shards; job " + follower + " follows them\n");
}

} // namespace

void defineSweepSubmit(CLI::App& command, Action& action)
{
    command.footer(
        "DIR is one that all nodes see, and the program lies where they see it. The first time DIR gets two scripts, which may be edited:\n"
        "array.sbatch, a job array whose SLURM_ARRAY_TASK_ID is the shard, and after.sbatch, a job that depends on the array by afterok: it\n"
        "merges, or goes on with the search and submits its next round. Both are submitted, unless jobs of DIR are in the queue. A task that\n"
        "was killed, failed, lost its node or ran out of time begins again by itself, at most three times in vain. scancel stops it all, and\n"
        "sweep submit goes on from what is done.\n"
        "Examples: ulpscope-cli sweep submit DIR --shards 64 --sbatch=--partition=long --sbatch=--time=2:00:00\n"
        "          ulpscope-cli sweep submit DIR --shards 8 --only-write");
    auto arguments = std::make_shared<SweepSubmitArguments>();
    command.add_option("DIR", arguments->folder, "Folder of the plan")->required();
    command
        .add_option(
            "--shards", arguments->shards, "How many tasks share the runs; array.sbatch says it later")
        ->check(CLI::Range(std::int64_t{1}, kMaxShards))
        ->type_name("N");
    command
        .add_option(
            "--sbatch", arguments->options, "An option of sbatch for both scripts; can be given again")
        ->type_name("OPTION");
    command.add_flag("--only-write", arguments->onlyWrites, "Write the scripts, and submit nothing");
    command.callback([&action, arguments] { action = [arguments] { return submitSweep(*arguments); }; });
}

} // namespace ulpscope::cli
