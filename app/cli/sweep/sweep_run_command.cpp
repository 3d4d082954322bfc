// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/progress_bar.h"
#include "app/cli/sweep/search_argument.h"
#include "app/search/sweep/sweep.h"
#include "app/stop_signals.h"
#include "engine/base/number_text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace ulpscope::cli {

namespace {

struct SweepRunArguments
{
    std::string folder;
    std::optional<std::string> shard;
    int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
};

/// Value of a SLURM_ARRAY_TASK_ variable, see sbatch(1); empty outside of an array.
std::string arrayVariable(const char* name)
{
    const char* value = std::getenv((std::string("SLURM_ARRAY_TASK_") + name).c_str());
    return value == nullptr ? "" : value;
}

/// The shard at the place of this task in a Slurm array, because each task would run all of it otherwise; outside an array, all.
Result<Shard> shardByItself()
{
    const std::string id = arrayVariable("ID");
    if (id.empty())
        return Shard{};
    const std::optional<double> number = parseNumber(id);
    const std::optional<double> least = parseNumber(arrayVariable("MIN"));
    const std::optional<double> largest = parseNumber(arrayVariable("MAX"));
    const std::string count = arrayVariable("COUNT");
    if (!number || !least || !largest || parseNumber(count) != *largest - *least + 1)
        return Error{"",
            "the tasks of this Slurm array are not consecutive: say which shard this one is, such as --shard 3/8"};
    return shardOf(std::to_string(static_cast<std::int64_t>(*number - *least) + 1) + "/" + count);
}

int runSweep(const SweepRunArguments& arguments)
{
    const Shard shard = orFail(arguments.shard ? shardOf(*arguments.shard) : shardByItself(), "--shard");
    SweepPlan plan = orFail(readSweepPlan(arguments.folder));
    const Kernels kernels = kernelsOfPlan(arguments.folder, plan);
    listenForStopSignals();
    Result<std::size_t> trained = Error{};
    {
        ProgressBar bar(
            "sweep, shard " + std::to_string(shard.index) + "/" + std::to_string(shard.count), "run");
        trained = runShard(plan, arguments.folder, shard, kernels, arguments.threads,
            [&](std::size_t done, std::size_t wanted) {
                bar.show(static_cast<std::int64_t>(done), static_cast<std::int64_t>(wanted));
                return !stopSignalCame();
            });
    }
    if (!trained && trained.error().kind == ErrorKind::Stopped) {
        complain("stopped; what was run is kept, and the same command goes on from there");
        return kFailed; // tells a scheduler that there is more to do
    }
    if (!trained)
        fail(trained.error());
    return print("shard " + std::to_string(shard.index) + " of " + std::to_string(shard.count)
        + " is done: " + counted(static_cast<std::int64_t>(*trained), "run") + " trained now\n");
}

} // namespace

void defineSweepRun(CLI::App& command, Action& action)
{
    command.footer(
        "Shard I of N takes every N-th run of the plan, and trains what is in no file of DIR yet. Without --shard a task of a Slurm\n"
        "array is the shard of its place in the array, whose tasks have to be consecutive, and anybody else takes them all, as 1/1 does.\n"
        "Each run is added to shard-I-of-N.jsonl as it ends; float32 under the seeds that a shard has is run first, because budgets compare with it.\n"
        "Example: ulpscope-cli sweep run DIR --shard 3/8");
    auto arguments = std::make_shared<SweepRunArguments>();
    command.add_option("DIR", arguments->folder, "Folder of the plan")->required();
    command.add_option("--shard", arguments->shard, "Which shard of how many, from 1/N to N/N")
        ->type_name("I/N");
    addThreadsOption(command, arguments->threads);
    command.callback([&action, arguments] { action = [arguments] { return runSweep(*arguments); }; });
}

} // namespace ulpscope::cli
