// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sweep/search_argument.h"

#include "app/cli/command.h"
#include "app/cli/session_argument.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "app/io/session/session_file.h"
#include "app/search/plan/search_json.h"
#include "app/search/sweep/session_files.h"
#include "engine/base/number_text.h"
#include "engine/file/whole_file.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

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

SessionSpec searchedSession(const SearchArguments& arguments)
{
    SessionSpec session = sessionArgument(arguments.session);
    session.training.steps = arguments.steps.value_or(session.training.steps);
    return session;
}

Kernels kernelsOfPlan(const std::filesystem::path& folder, SweepPlan& plan)
{
    Result<Kernels> wanted = kernelsOfLevel(plan.kernelLevel);
    if (wanted)
        return *std::move(wanted);
    if (!plan.mayLowerLevel)
        fail({folder.string(), wanted.error().message});
    Kernels kernels = orFail(Kernels::load());
    complain("this machine has no kernels of level '" + plan.kernelLevel
        + "': from here on all runs of the sweep use " + kernels.level());
    orFail(lowerSweepLevel(folder, plan, kernels.level()));
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
    return inside(arguments.session)(error);
}

namespace {

constexpr std::size_t kLargestAnswer = std::size_t{1} << 28; ///< bytes

/// How a cheaper policy of a layer was refuted, of the cheapest one: "mixed_float16: loss@50 <= 0.1 under seed 2, Infinity".
std::string refutedText(const SearchQuestion& question, const SearchAnswer& answer, std::size_t layer)
{
    const CertificateRow* cheapest = nullptr;
    for (const CertificateRow& row : answer.certificate)
        if (row.choice.layer == layer && (cheapest == nullptr || row.cost < cheapest->cost))
            cheapest = &row;
    if (cheapest == nullptr)
        return "nothing is cheaper";
    const Refutation& refutation = cheapest->refutation;
    return question.space.entries[cheapest->choice.policy].name + " breaks "
        + question.budget.clauses[refutation.clause].text + " under seed " + std::to_string(refutation.seed)
        + ": " + shortestText(refutation.reading.value);
}

std::string answerTable(const SearchQuestion& question, const SearchAnswer& answer)
{
    std::vector<std::vector<std::string>> rows{{"layer", "policy", "the cheapest that was refuted"}};
    for (std::size_t i = 0; i < question.space.layers.size(); ++i)
        rows.push_back({question.space.layers[i].name, question.space.entries[(*answer.assignment)[i]].name,
            refutedText(question, answer, i)});
    if (const std::size_t behind = question.space.layers.size(); behind < question.space.coordinates())
        rows.push_back({"loss scale", question.space.choiceName(behind, (*answer.assignment)[behind]),
            "nothing is cheaper"});
    const std::string unit = costKindNames()[static_cast<std::size_t>(question.cost)];
    std::string text = alignedTable(std::move(rows));
    text += "  cost " + shortestText(answer.cost) + " " + unit + ", "
        + percentText(100 * answer.cost / answer.float32Cost) + " of float32's "
        + shortestText(answer.float32Cost) + "\n";
    text += answer.isProved ? "  proved: every cheaper assignment was run and breaks the budget\n"
        : answer.isMinimal
        ? "  1-minimal: every single cheaper change was run and breaks the budget; not proved to be the cheapest of all\n"
        : "  stopped before every single cheaper change was run\n";
    return text + "  " + counted(static_cast<std::int64_t>(answer.runs), "run")
        + ", the answer was found after " + std::to_string(answer.runsToAnswer) + "\n";
}

void writeAnswer(const std::filesystem::path& folder, const SearchQuestion& question,
    const SearchAnswer& answer, const std::string& json)
{
    orFail(writeWholeFile(folder / "search.json", json));
    if (!answer.assignment)
        return;
    orFail(saveSession(folder / "answer.ulps",
        withAbsolutePaths(
            assignedSession(question.space, *answer.assignment, question.space.session.training.seed))));
}

/// Why there is none, or no whole one; empty where there is.
std::string lackOf(const SearchQuestion& question, const SearchAnswer& answer)
{
    if (answer.refused)
        return "refused: " + refusalText(question, answer);
    if (answer.wasStopped)
        return "stopped; what was run is kept, and the same command goes on from there";
    if (answer.assignment)
        return {};
    return std::string("nothing of the menu keeps the budget")
        + (answer.isProved ? ": every assignment was run" : ", as far as was searched");
}

} // namespace

bool isSearchOver(const std::filesystem::path& folder)
{
    const Result<std::string> text = readWholeFile(folder / "search.json", kLargestAnswer);
    const Result<Json> json = text ? parseJson(*text) : text.error();
    const Json* ended = json ? findMember(*json, "ended") : nullptr;
    return ended != nullptr && *ended == "complete";
}

int tellAnswer(const std::filesystem::path& folder, const SearchQuestion& question,
    const SearchAnswer& answer, std::string_view kernelLevel, const AnswerTelling& telling)
{
    const std::string json = searchJson(question, answer, kernelLevel);
    writeAnswer(folder, question, answer, json);
    if (const std::string lack = lackOf(question, answer); !lack.empty())
        complain(lack);
    if (const std::string notice = noticeText(question, answer); !notice.empty())
        complain("notice: " + notice);
    std::string text;
    if (telling.asJson)
        text = json;
    else if (answer.assignment)
        text = telling.title + ", " + question.budget.text + "\n" + answerTable(question, answer)
            + "  files in " + folder.string() + "\n";
    if (!text.empty())
        if (const int printed = print(text); printed != kDone)
            return printed;
    if (answer.assignment)
        return kDone;
    return answer.wasStopped ? kFailed : kNothingFound;
}

} // namespace ulpscope::cli
