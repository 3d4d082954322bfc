// SPDX-License-Identifier: GPL-3.0-or-later
// sweep status and sweep merge: how far a sweep is, and its results in one file.
#include "app/cli/command.h"
#include "engine/base/number_text.h"
#include "engine/io/json/json_text.h"
#include "engine/search/sweep.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace ulpscope::cli {

namespace {

struct SweepStatusArguments
{
    std::string folder;
    bool asJson = false;
};

int tellStatus(const SweepStatusArguments& arguments, bool merges)
{
    const Result<SweepPlan> plan = readSweepPlan(arguments.folder);
    if (!plan)
        return failWith(plan.error());
    const Result<SweepStatus> status
        = merges ? mergeSweep(*plan, arguments.folder) : sweepStatus(*plan, arguments.folder);
    if (!status)
        return failWith(status.error());
    if (arguments.asJson)
        return print(
            layoutJson({{"planned", status->planned}, {"done", status->done}, {"holding", status->holding}}));
    return print(std::to_string(status->done) + " of "
        + counted(static_cast<std::int64_t>(status->planned), "run") + " done, "
        + std::to_string(status->holding) + " keep the budget\n");
}

void define(CLI::App& command, Action& action, bool merges)
{
    auto arguments = std::make_shared<SweepStatusArguments>();
    command.add_option("DIR", arguments->folder, "Folder of the plan")->required();
    command.add_flag("--json", arguments->asJson, "Print JSON");
    command.callback([&action, arguments, merges] {
        action = [arguments, merges] { return tellStatus(*arguments, merges); };
    });
}

} // namespace

void defineSweepMerge(CLI::App& command, Action& action)
{
    command.footer(
        "Writes results.jsonl into DIR, of what is done so far in the plan's order, while shards may still run.\n"
        "Example: ulpscope-cli sweep merge DIR");
    define(command, action, true);
}

void defineSweepStatus(CLI::App& command, Action& action)
{
    command.footer("Example: ulpscope-cli sweep status DIR --json");
    define(command, action, false);
}

} // namespace ulpscope::cli
