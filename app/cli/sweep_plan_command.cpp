// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/search_argument.h"
#include "app/cli/session_argument.h"
#include "engine/base/number_text.h"
#include "engine/search/sweep.h"
#include "engine/session/seed_list.h"

#include <CLI/CLI.hpp>

namespace ulpscope::cli {

namespace {

int planSweep(const SearchArguments& arguments)
{
    const Result<SessionSpec> session = searchedSession(arguments);
    if (!session)
        return failWith(session.error());
    const Result<std::vector<std::uint64_t>> seeds = seedsOf(arguments.seeds);
    if (!seeds)
        return failWith(seeds.error().within("--seeds"));
    const Result<Kernels> kernels = kernelsOfLevel(arguments.kernels);
    if (!kernels)
        return failWith(kernels.error());
    const Result<std::size_t> runs = writeSweepPlan(
        arguments.out, {*session, arguments.menu, arguments.layers, arguments.budget, *seeds}, *kernels);
    if (!runs)
        return failWith(searchError(arguments, runs.error()));
    return print(titleOf(*session, arguments.session) + ": "
        + counted(static_cast<std::int64_t>(*runs), "run") + " with kernels of level " + kernels->level()
        + ", planned in " + arguments.out + "\n");
}

} // namespace

void defineSweepPlan(CLI::App& command, Action& action)
{
    command.footer(
        "DIR gets session.ulps, plan.json, and plan.jsonl: a line for each run, named by a hash of session, policies, seed, the\n"
        "kernels' level and the program's version. The budget says which numbers are kept, and where a run may end early.\n"
        "Where machines differ, --kernels has to name a level that all of them have.\n"
        "Example: ulpscope-cli sweep plan circle --menu float32,mixed_float16 --seeds 1..3 --steps 100\n"
        "         --budget 'loss <= 1.05*float32' --out DIR");
    auto arguments = std::make_shared<SearchArguments>();
    addSearchOptions(command, *arguments);
    command.callback([&action, arguments] { action = [arguments] { return planSweep(*arguments); }; });
}

} // namespace ulpscope::cli
