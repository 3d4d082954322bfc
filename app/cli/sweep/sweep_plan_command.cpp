// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/session_argument.h"
#include "app/cli/sweep/search_argument.h"
#include "engine/base/number_text.h"
#include "engine/session/seed_list.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace ulpscope::cli {

namespace {

struct SweepPlanArguments
{
    SearchArguments asked;
    std::string search; ///< cost to search by, one of costKindNames(); empty: every assignment is run
};

int planSweep(const SweepPlanArguments& planArguments)
{
    const SearchArguments& arguments = planArguments.asked;
    const SessionSpec session = searchedSession(arguments);
    const std::vector<std::uint64_t> seeds = orFail(seedsOf(arguments.seeds), "--seeds");
    const Kernels kernels = orFail(kernelsOfLevel(arguments.kernels));
    SweepQuestion question{session, arguments.searched, arguments.budget, seeds};
    if (const auto cost = std::ranges::find(costKindNames(), planArguments.search);
        cost != costKindNames().end())
        question.searched = static_cast<CostKind>(cost - costKindNames().begin());
    question.mayLowerLevel = arguments.kernels.empty();
    const std::size_t runs = orFail(writeSweepPlan(arguments.out, question, kernels),
        [&](const Error& error) { return searchError(arguments, error); });
    std::error_code ignored; // an old answer goes, which is to another question; runs are kept
    if (question.searched)
        std::filesystem::remove(std::filesystem::path(arguments.out) / "search.json", ignored);
    return print(titleOf(session, arguments.session) + ": "
        + (question.searched ? "a search by rounds" : counted(static_cast<std::int64_t>(runs), "run"))
        + " with kernels of level " + kernels.level() + ", planned in " + arguments.out + "\n");
}

} // namespace

void defineSweepPlan(CLI::App& command, Action& action)
{
    command.footer(
        "DIR gets session.ulps, plan.json, and plan.jsonl: a line for each run, named by a hash of session, policies, seed, the\n"
        "kernels' level and the program's version. The budget says which numbers are kept, and where a run may end early.\n"
        "Where machines differ, --kernels names a level that all of them have. Without it the first machine that lacks the level lowers it for\n"
        "all, and what was run above it is run again.\n"
        "With --search the plan is of a search for the cheapest policies: it begins without runs, and sweep next adds those of each round.\n"
        "Example: ulpscope-cli sweep plan circle --menu float32,mixed_float16 --seeds 1..3 --steps 100\n"
        "         --budget 'loss <= 1.05*float32' --out DIR");
    auto arguments = std::make_shared<SweepPlanArguments>();
    addSearchOptions(command, arguments->asked);
    command
        .add_option("--search", arguments->search,
            "Search for what costs the least, bytes or macs, round by round, in place of running every assignment")
        ->check(CLI::IsMember(costKindNames()))
        ->type_name("COST");
    command.callback([&action, arguments] { action = [arguments] { return planSweep(*arguments); }; });
}

} // namespace ulpscope::cli
