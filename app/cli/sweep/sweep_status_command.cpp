// SPDX-License-Identifier: GPL-3.0-or-later
// sweep status and sweep merge: how far a sweep is, and its results in one file.
#include "app/cli/command.h"
#include "app/cli/sweep/search_answer.h"
#include "app/cli/sweep/sweep_queue.h"
#include "app/io/json/json_text.h"
#include "app/search/sweep/sweep.h"
#include "engine/base/number_text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace ulpscope::cli {

namespace {

struct SweepStatusArguments
{
    std::string folder;
    bool asJson = false;
};

nlohmann::ordered_json statusJson(const SweepStatus& status)
{
    return {{"planned", status.planned}, {"done", status.done}, {"holding", status.holding}};
}

std::string statusText(const SweepStatus& status)
{
    return std::to_string(status.done) + " of " + counted(static_cast<std::int64_t>(status.planned), "run")
        + " done, " + std::to_string(status.holding) + " keep the budget\n";
}

int mergeAndTell(const SweepStatusArguments& arguments)
{
    const Result<SweepPlan> plan = readSweepPlan(arguments.folder);
    if (!plan)
        return failWith(plan.error());
    const Result<SweepStatus> status = mergeSweep(*plan, arguments.folder);
    if (!status)
        return failWith(status.error());
    return print(arguments.asJson ? layoutJson(statusJson(*status)) : statusText(*status));
}

int tellStatus(const SweepStatusArguments& arguments)
{
    const Result<SweepPlan> plan = readSweepPlan(arguments.folder);
    if (!plan)
        return failWith(plan.error());
    const Result<SweepStatus> status = sweepStatus(*plan, arguments.folder);
    if (!status)
        return failWith(status.error());
    const Result<SweepQueue> queue = sweepQueue(*plan, arguments.folder);
    if (!queue)
        return failWith(queue.error());
    const bool isOver = plan->searched && isSearchOver(arguments.folder);
    std::string text = statusText(*status);
    if (plan->searched)
        text
            += isOver ? "the search is over: " + arguments.folder + "/search.json\n" : "the search goes on\n";
    if (!arguments.asJson)
        return print(text + queueText(*queue, arguments.folder));
    nlohmann::ordered_json json = statusJson(*status);
    json["search_is_over"]
        = plan->searched ? nlohmann::ordered_json(isOver) : nlohmann::ordered_json(nullptr);
    json["slurm"] = queueJson(*queue);
    return print(layoutJson(json));
}

void define(CLI::App& command, Action& action, int (*tell)(const SweepStatusArguments&))
{
    auto arguments = std::make_shared<SweepStatusArguments>();
    command.add_option("DIR", arguments->folder, "Folder of the plan")->required();
    command.add_flag("--json", arguments->asJson, "Print JSON");
    command.callback([&action, arguments, tell] { action = [arguments, tell] { return tell(*arguments); }; });
}

} // namespace

void defineSweepMerge(CLI::App& command, Action& action)
{
    command.footer(
        "Writes results.jsonl into DIR, of what is done so far in the plan's order, while shards may still run.\n"
        "Example: ulpscope-cli sweep merge DIR");
    define(command, action, mergeAndTell);
}

void defineSweepStatus(CLI::App& command, Action& action)
{
    command.footer(
        "Of a sweep that was submitted to Slurm it asks squeue, and sacct where the cluster keeps accounts, and says which shards were lost.\n"
        "Example: ulpscope-cli sweep status DIR --json");
    define(command, action, tellStatus);
}

} // namespace ulpscope::cli
