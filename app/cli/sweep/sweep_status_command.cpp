// SPDX-License-Identifier: GPL-3.0-or-later
// sweep status and sweep merge: how far a sweep is, and its results in one file.
#include "app/cli/command.h"
#include "app/cli/sweep/search_argument.h"
#include "app/cli/sweep/slurm.h"
#include "app/io/json/json_text.h"
#include "app/search/sweep/sweep.h"
#include "engine/base/number_text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <map>

namespace ulpscope::cli {

namespace {

struct SweepStatusArguments
{
    std::string folder;
    bool asJson = false;
};

Json statusJson(const SweepStatus& status)
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
    const SweepPlan plan = orFail(readSweepPlan(arguments.folder));
    const SweepStatus status = orFail(mergeSweep(plan, arguments.folder));
    return print(arguments.asJson ? layoutJson(statusJson(status)) : statusText(status));
}

/// The state of the sweep's jobs in Slurm as JSON; null if none was ever submitted.
Json slurmJson(const std::filesystem::path& folder)
{
    std::error_code error;
    const std::filesystem::path place = std::filesystem::canonical(folder, error);
    if (!std::filesystem::exists(shardScript(place), error))
        return nullptr;
    const Result<std::vector<SlurmTask>> queued = queuedTasks(place);
    if (!queued)
        return {{"error", queued.error().text()}, {"tasks", Json::array()}};
    auto tasks = Json::array();
    for (const SlurmTask& task : *queued)
        tasks.push_back({{"job", task.job}, {"task", task.task}, {"state", task.state}, {"nodes", task.nodes},
            {"reason", task.reason}});
    return {{"error", nullptr}, {"tasks", std::move(tasks)}};
}

std::string slurmText(const Json& slurm, bool isOver, const std::string& folder)
{
    if (slurm.is_null())
        return {};
    if (!slurm["error"].is_null())
        return "Slurm does not say how the jobs are: " + slurm["error"].get<std::string>() + "\n";
    std::map<std::string, int> states;
    for (const Json& task : slurm["tasks"])
        ++states[task["state"].get<std::string>()];
    if (states.empty())
        return isOver ? std::string()
                      : "Slurm: no job of it in the queue, slurm-*.log say why; ulpscope-cli sweep submit "
                + folder + " submits what is left\n";
    std::string text;
    for (const auto& [state, count] : states)
        text += (text.empty() ? "Slurm: " : ", ") + std::to_string(count) + " " + state;
    return text + "\n";
}

int tellStatus(const SweepStatusArguments& arguments)
{
    const SweepPlan plan = orFail(readSweepPlan(arguments.folder));
    const SweepStatus status = orFail(sweepStatus(plan, arguments.folder));
    const bool isOver = plan.searched ? isSearchOver(arguments.folder) : status.done == status.planned;
    const Json slurm = slurmJson(arguments.folder);
    if (arguments.asJson) {
        Json json = statusJson(status);
        json["search_is_over"] = plan.searched ? Json(isOver) : Json(nullptr);
        json["slurm"] = slurm;
        return print(layoutJson(json));
    }
    std::string text = statusText(status);
    if (plan.searched)
        text
            += isOver ? "the search is over: " + arguments.folder + "/search.json\n" : "the search goes on\n";
    return print(text + slurmText(slurm, isOver, arguments.folder));
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
    command.footer("Where a sweep was submitted to Slurm, squeue says which of its jobs wait or run.\n"
                   "Example: ulpscope-cli sweep status DIR --json");
    define(command, action, tellStatus);
}

} // namespace ulpscope::cli
