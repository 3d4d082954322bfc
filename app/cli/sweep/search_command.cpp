// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/progress_bar.h"
#include "app/cli/session_argument.h"
#include "app/cli/sweep/search_argument.h"
#include "app/stop_signals.h"
#include "engine/session/seed_list.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace ulpscope::cli {

namespace {

struct SearchCommandArguments
{
    SearchArguments asked;
    std::string cost = costKindNames().front();
    int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    bool asJson = false;
};

SearchQuestion searchQuestion(const SearchCommandArguments& arguments)
{
    const SearchArguments& asked = arguments.asked;
    SessionSpec session = searchedSession(asked);
    const auto failed = [&](const Error& error) { return searchError(asked, error); };
    Budget budget = orFail(parseBudget(asked.budget, session.training.steps),
        [&](const Error& error) { return failed(error.within("budget")); });
    std::vector<std::uint64_t> seeds = orFail(seedsOf(asked.seeds), "--seeds");
    SearchSpace space = orFail(searchSpaceOf(std::move(session), asked.searched), failed);
    const auto cost = std::ranges::find(costKindNames(), arguments.cost);
    return {std::move(space), std::move(budget), std::move(seeds),
        static_cast<CostKind>(cost - costKindNames().begin())};
}

int searchAndTell(const SearchCommandArguments& arguments)
{
    const SearchQuestion question = searchQuestion(arguments);
    const Kernels kernels = orFail(kernelsOfLevel(arguments.asked.kernels));
    const std::filesystem::path folder = arguments.asked.out;
    KeptResults kept = orFail(KeptResults::open(folder, resultsFileName(), question.budget));
    listenForStopSignals();
    SearchAnswer answer;
    {
        StagedProgress progress;
        answer
            = orFail(search(question, kernels, kept,
                         {.threads = arguments.threads,
                             .progress = [&](const SearchProgress& state) { return progress.show(state); }}),
                [&](const Error& error) { return searchError(arguments.asked, error); });
    }
    return tellAnswer(folder, question, answer, kernels.level(),
        {.title = titleOf(question.space.session, arguments.asked.session), .asJson = arguments.asJson});
}

} // namespace

void defineSearch(CLI::App& command, Action& action)
{
    command.footer(
        "A budget is clauses parted by semicolons: key[@step or @from..to] relation number, or factor*float32. Keys are those of\n"
        "history.csv at a step and of summary.json at the run's end (no @); in a range every step counts by itself, but\n"
        "skipped_steps, which are counted. float32 is the same number of the run with all searched layers in float32 under the\n"
        "same seed, without the recipe, formats, accumulators and policies of children that the session has there. A number that a run has not, or NaN, keeps no clause; diverged_at of a run that does not is infinite. A\n"
        "budget that float32 itself breaks under a seed is refused, with what float32 has under the seeds. Where a factor allows less\n"
        "than float32 differs from seed to seed, a notice says so: under other seeds other policies may be the cheapest.\n"
        "With --loss-scale the session's loss scale is searched too; it costs nothing, of two that hold the first is taken, and float32 has\n"
        "the session's own.\n"
        "The cost is the ledger's: its bytes in total, or a step's multiply-adds, each by the bits of its wider operand over 32.\n"
        "Every answer was trained under every seed, and so was every single cheaper change of it until it broke the budget; up to\n"
        "4096 assignments all cheaper ones are. DIR gets runs.jsonl, to which each run is added as it ends, search.json, and\n"
        "answer.ulps, the session with the answer. Ctrl-C keeps what was run, and the same command goes on from there. Results of\n"
        "sweep in DIR count as well.\n"
        "Exit codes: 0 found, 3 nothing within the budget, 1 stopped before anything was found.\n"
        "Example: ulpscope-cli search circle --menu float32,mixed_bfloat16,mixed_float16 --steps 200 --seeds 1..3\n"
        "         --budget 'loss <= 1.05*float32; gradients_flushed_percent < 20' --out found");
    auto arguments = std::make_shared<SearchCommandArguments>();
    addSearchOptions(command, arguments->asked);
    command.add_option("--cost", arguments->cost, "What is to be little: bytes or macs")
        ->check(CLI::IsMember(costKindNames()))
        ->capture_default_str();
    addThreadsOption(command, arguments->threads);
    command.add_flag("--json", arguments->asJson, "Print search.json");
    command.callback([&action, arguments] { action = [arguments] { return searchAndTell(*arguments); }; });
}

} // namespace ulpscope::cli
