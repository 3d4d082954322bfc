// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/progress_bar.h"
#include "app/cli/session_argument.h"
#include "app/cli/sweep/search_argument.h"
#include "app/search/sweep/sweep.h"
#include "app/stop_signals.h"
#include "engine/base/number_text.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace ulpscope::cli {

namespace {

struct SweepNextArguments
{
    std::string folder;
    std::int64_t smallest = 16;
    int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    bool asJson = false;
};

int goOn(const SweepNextArguments& arguments)
{
    SweepPlan plan = orFail(readSweepPlan(arguments.folder));
    if (!plan.searched)
        fail({arguments.folder, "has a sweep of every assignment, and no search that could go on"});
    const Kernels kernels = kernelsOfPlan(arguments.folder, plan);
    listenForStopSignals();
    Result<SweepRound> round = Error{};
    {
        StagedProgress progress;
        round = nextRound(arguments.folder, plan, kernels,
            {.threads = arguments.threads,
                .smallest = static_cast<std::size_t>(arguments.smallest),
                .progress = [&](const SearchProgress& state) { return progress.show(state); }});
    }
    if (!round && round.error().kind == ErrorKind::Stopped) {
        complain("stopped; what was run is kept, and the same command goes on from there");
        return kFailed;
    }
    if (!round)
        fail(round.error());
    if (round->answer)
        return tellAnswer(arguments.folder, questionOf(plan), *round->answer, kernels.level(),
            {.title = titleOf(plan.space.session, arguments.folder), .asJson = arguments.asJson});
    if (round->missing > 0)
        return print(counted(static_cast<std::int64_t>(round->missing), "run")
            + " of the plan to be done before the search can go on\n");
    return print(counted(static_cast<std::int64_t>(round->added), "run") + " added to the plan\n");
}

} // namespace

void defineSweepNext(CLI::App& command, Action& action)
{
    command.footer(
        "Once the shards have run a round of a search that was planned with --search: adds the next round to the plan, or writes search.json and\n"
        "answer.ulps, the same bytes as search does. Rounds of few runs are trained at once.\n"
        "Exit codes: 0 another round or found, 3 nothing within the budget.\n"
        "Example: while [ ! -e DIR/search.json ] && ulpscope-cli sweep next DIR; do ulpscope-cli sweep run DIR; done");
    auto arguments = std::make_shared<SweepNextArguments>();
    command.add_option("DIR", arguments->folder, "Folder of the plan")->required();
    command
        .add_option("--smallest", arguments->smallest,
            "Runs of the smallest round that is left to shards; smaller ones are trained here")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000}))
        ->type_name("RUNS")
        ->capture_default_str();
    addThreadsOption(command, arguments->threads);
    command.add_flag("--json", arguments->asJson, "Print search.json where the search is over");
    command.callback([&action, arguments] { action = [arguments] { return goOn(*arguments); }; });
}

} // namespace ulpscope::cli
