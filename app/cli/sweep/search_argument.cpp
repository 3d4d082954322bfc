// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sweep/search_argument.h"

#include "app/cli/command.h"
#include "app/cli/session_argument.h"

#include <CLI/CLI.hpp>

namespace ulpscope::cli {

void addSearchOptions(CLI::App& command, SearchArguments& arguments)
{
    command.add_option("SESSION", arguments.session, "Session file or scene")->required();
    command
        .add_option("--menu", arguments.searched.menu,
            "The policies that each layer may have, by names of the session's family: float32,mixed_bfloat16; with +recipe=NAME, "
            "+accumulator=NAME or +forward.input=FORMAT and the like behind them")
        ->required()
        ->type_name("POLICIES");
    command
        .add_option("--layers", arguments.searched.layers,
            "Regular expression that is looked for in the layers' paths (default: every layer but inputs)")
        ->type_name("REGEX");
    command
        .add_option("--together", arguments.searched.together,
            "Layers that change together: a class's name, Dense, or a regular expression as above; several with ';' between them")
        ->type_name("CLASS|REGEX");
    command
        .add_option("--loss-scale", arguments.searched.lossScales,
            "The loss scales that the session may have, each as run takes it: 'none,1024,dynamic 2^15' (default: the session's)")
        ->type_name("SCALES");
    command
        .add_option(
            "--budget", arguments.budget, "What has to hold under every seed, such as 'loss <= 1.01*float32'")
        ->required()
        ->type_name("BUDGET");
    command.add_option("--seeds", arguments.seeds, "Seeds, 1..5 or 1,3,7")
        ->type_name("SEEDS")
        ->capture_default_str();
    command.add_option("--steps", arguments.steps, "Steps to train (default: the session's)")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{100'000'000}));
    addKernelsOption(command, arguments.kernels);
    command.add_option("--out", arguments.out, "Folder for the files")->required()->type_name("DIR");
}

void addThreadsOption(CLI::App& command, int& threads)
{
    command.add_option("--threads", threads, "At most this many runs at a time; does not change the numbers")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
}

Result<SessionSpec> searchedSession(const SearchArguments& arguments)
{
    Result<SessionSpec> session = sessionArgument(arguments.session);
    if (session)
        session->training.steps = arguments.steps.value_or(session->training.steps);
    return session;
}

Result<Kernels> kernelsOfPlan(const std::filesystem::path& folder, SweepPlan& plan)
{
    Result<Kernels> kernels = kernelsOfLevel(plan.kernelLevel);
    if (kernels)
        return kernels;
    if (!plan.mayLowerLevel)
        return Error{folder.string(), kernels.error().message};
    kernels = Kernels::load();
    if (!kernels)
        return kernels;
    complain("this machine has no kernels of level '" + plan.kernelLevel
        + "': from here on all runs of the sweep use " + kernels->level());
    if (const Status lowered = lowerSweepLevel(folder, plan, kernels->level()); !lowered)
        return lowered.error();
    return kernels;
}

Error searchError(const SearchArguments& arguments, const Error& error)
{
    if (error.kind == ErrorKind::Output)
        return error;
    if (error.place.starts_with("budget."))
        return {"--budget, " + error.place.substr(7), error.message};
    if (error.place == "menu" || error.place == "layers" || error.place == "together"
        || error.place == "loss-scale")
        return {"--" + error.place, error.message};
    return inSession(arguments.session, error);
}

} // namespace ulpscope::cli
