// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/sweep.h"

#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/file/whole_file.h"
#include "engine/io/json/json_text.h"
#include "engine/io/session/session_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace ulpscope {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::size_t kLargestPlan = std::size_t{1} << 30; ///< bytes

std::string planLine(const SearchSpace& space, const Trial& trial, const std::string& name)
{
    return Json{{"run", name}, {"seed", trial.seed}, {"policies", policiesJson(space, trial.assignment)}}
               .dump()
        + '\n';
}

/// Seed after seed, so that runs which share a float64 lane stand together.
std::vector<Trial> allTrials(const SearchSpace& space, const std::vector<std::uint64_t>& seeds)
{
    std::vector<Trial> trials;
    const auto count = static_cast<std::size_t>(space.assignments());
    for (const std::uint64_t seed : seeds)
        for (std::size_t number = 0; number < count; ++number) {
            Assignment assignment(space.layers.size());
            std::size_t left = number;
            for (std::uint8_t& policy : assignment) {
                policy = static_cast<std::uint8_t>(left % space.menu);
                left /= space.menu;
            }
            trials.push_back({std::move(assignment), seed});
        }
    return trials;
}

Error planError(const fs::path& path, const std::string& message)
{
    return {path.string(), message};
}

std::string textIn(const Json& json, const char* key)
{
    const Json* text = findMember(json, key);
    return text != nullptr && text->is_string() ? text->get<std::string>() : std::string();
}

Result<Trial> trialOf(const Json& line, const SearchSpace& space)
{
    const Json* seed = findMember(line, "seed");
    const Json* policies = findMember(line, "policies");
    if (seed == nullptr || !seed->is_number_unsigned() || policies == nullptr)
        return Error{"", "expected a run's seed and policies"};
    Trial trial{.seed = seed->get<std::uint64_t>()};
    for (const SearchedLayer& layer : space.layers) {
        const auto name = std::ranges::find(space.names, textIn(*policies, layer.path.c_str()));
        if (name == space.names.end())
            return Error{"policies", "has none of the menu for " + shownText(layer.path)};
        trial.assignment.push_back(static_cast<std::uint8_t>(name - space.names.begin()));
    }
    return trial;
}

} // namespace

Result<std::size_t> writeSweepPlan(
    const fs::path& folder, const SweepQuestion& question, const Kernels& kernels)
{
    const Result<SearchSpace> space = searchSpaceOf(question.session, question.menu, question.layers);
    if (!space)
        return space.error();
    const Result<Budget> budget = parseBudget(question.budget, question.session.training.steps);
    if (!budget)
        return budget.error().within("budget");
    if (space->assignments() * static_cast<double>(question.seeds.size())
        > static_cast<double>(kMostSweepRuns))
        return Error{"menu",
            shortestText(space->assignments()) + " assignments under "
                + counted(static_cast<std::int64_t>(question.seeds.size()), "seed") + " are more than "
                + std::to_string(kMostSweepRuns) + " runs; search does without most of them"};
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        return Error{folder.string(), error.message(), ErrorKind::Output};
    std::string lines;
    const std::vector<Trial> trials = allTrials(*space, question.seeds);
    for (const Trial& trial : trials)
        lines += planLine(*space, trial, runName(*space, trial.assignment, trial.seed, kernels.level()));
    if (const Status saved = saveSession(folder / "session.ulps", question.session); !saved)
        return saved.error();
    if (const Status written = writeWholeFile(folder / "plan.jsonl", lines); !written)
        return written.error();
    const Json plan{{"format", "ulpscope-sweep"}, {"version", kSweepFileVersion},
        {"program_version", ULPSCOPE_VERSION}, {"kernels", kernels.level()}, {"menu", question.menu},
        {"layers", question.layers}, {"budget", budget->text}, {"seeds", question.seeds},
        {"runs", trials.size()}};
    if (const Status written = writeWholeFile(folder / "plan.json", layoutJson(plan)); !written)
        return written.error();
    return trials.size();
}

Result<SweepPlan> readSweepPlan(const fs::path& folder)
{
    const fs::path path = folder / "plan.json";
    const Result<std::string> text = readWholeFile(path, kLargestPlan);
    if (!text)
        return text.error();
    const Result<Json> json = parseJson(*text);
    if (!json)
        return planError(path, json.error().text());
    if (textIn(*json, "format") != "ulpscope-sweep")
        return planError(path, "is no plan of a sweep");
    if (const std::string version = textIn(*json, "program_version"); version != ULPSCOPE_VERSION)
        return planError(path,
            "was made by version " + shownText(version) + ", this is " ULPSCOPE_VERSION
                + ": all runs of a sweep are one version's");
    const Result<SessionSpec> session = loadSession(folder / "session.ulps");
    if (!session)
        return session.error();
    Result<SearchSpace> space = searchSpaceOf(*session, textIn(*json, "menu"), textIn(*json, "layers"));
    if (!space)
        return planError(path, space.error().text());
    Result<Budget> budget = parseBudget(textIn(*json, "budget"), session->training.steps);
    if (!budget)
        return planError(path, "budget, " + budget.error().text());
    SweepPlan plan{*std::move(space), *std::move(budget), textIn(*json, "kernels"), {}, {}};

    const fs::path linesPath = folder / "plan.jsonl";
    const Result<std::string> lines = readWholeFile(linesPath, kLargestPlan);
    if (!lines)
        return lines.error();
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = lines->find('\n', begin)) != std::string::npos; begin = end + 1) {
        const Result<Json> line = parseJson(std::string_view(*lines).substr(begin, end - begin));
        const std::string place = "line " + std::to_string(plan.trials.size() + 1) + ": ";
        if (!line)
            return planError(linesPath, place + line.error().message);
        Result<Trial> trial = trialOf(*line, plan.space);
        if (!trial)
            return planError(linesPath, place + trial.error().text());
        plan.names.push_back(runName(plan.space, trial->assignment, trial->seed, plan.kernelLevel));
        plan.trials.push_back(*std::move(trial));
        if (textIn(*line, "run") != plan.names.back())
            return planError(
                linesPath, place + "its run's name is not that of its session, policies and seed");
    }
    return plan;
}

Result<Shard> shardOf(std::string_view text)
{
    Shard shard;
    const std::size_t slash = text.find('/');
    const auto read = [](std::string_view digits, std::int64_t& number) {
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        return error == std::errc() && end == digits.data() + digits.size();
    };
    constexpr std::int64_t kMostShards = 100'000;
    if (slash == std::string_view::npos || !read(text.substr(0, slash), shard.index)
        || !read(text.substr(slash + 1), shard.count) || shard.count < 1 || shard.count > kMostShards
        || shard.index < 1 || shard.index > shard.count)
        return Error{"",
            "expected a shard and how many there are, such as 1/8 to 8/8, got '"
                + shownText(std::string(text)) + "'"};
    return shard;
}

Result<std::size_t> runShard(const SweepPlan& plan, const fs::path& folder, const Shard& shard,
    const Kernels& kernels, int threads, const TrialProgress& progress)
{
    Result<KeptResults> kept
        = KeptResults::open(folder, resultsFileName(shard.index, shard.count), plan.budget);
    if (!kept)
        return kept.error();
    std::vector<Trial> trials;
    for (std::size_t i = static_cast<std::size_t>(shard.index - 1); i < plan.trials.size();
         i += static_cast<std::size_t>(shard.count))
        if (kept->find(plan.names[i]) == nullptr)
            trials.push_back(plan.trials[i]);
    Trials all({plan.space, plan.budget, kernels}, *kept, threads, progress);
    const Result<std::vector<RunResult>> results = all.results(trials);
    if (!results)
        return results.error();
    return all.trained();
}

Result<SweepStatus> sweepStatus(const SweepPlan& plan, const fs::path& folder)
{
    const Result<KeptResults> kept = KeptResults::read(folder, plan.budget);
    if (!kept)
        return kept.error();
    SweepStatus status{.planned = plan.trials.size()};
    for (const std::string& name : plan.names)
        if (const RunResult* result = kept->find(name)) {
            ++status.done;
            status.holding += result->brokenClause() ? 0U : 1U;
        }
    return status;
}

Result<SweepStatus> mergeSweep(const SweepPlan& plan, const fs::path& folder)
{
    const Result<KeptResults> kept = KeptResults::read(folder, plan.budget);
    if (!kept)
        return kept.error();
    std::string lines;
    for (std::size_t i = 0; i < plan.trials.size(); ++i)
        if (const RunResult* found = kept->find(plan.names[i])) {
            RunResult result = *found;
            result.assignment = plan.trials[i].assignment;
            result.seed = plan.trials[i].seed;
            lines += resultLine(result, plan.space, plan.budget) + '\n';
        }
    if (const Status written = writeWholeFile(folder / "results.jsonl", lines); !written)
        return written.error();
    return sweepStatus(plan, folder);
}

} // namespace ulpscope
