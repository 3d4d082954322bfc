// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search/sweep/sweep_plan.h"

#include "app/io/json/file_head.h"
#include "app/io/json/json_text.h"
#include "app/io/session/session_file.h"
#include "app/search/sweep/session_files.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/file/whole_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ulpscope {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSweepFormat = "ulpscope-sweep";
constexpr std::size_t kLargestPlan = std::size_t{1} << 30; ///< bytes

fs::path factsPath(const fs::path& folder)
{
    return folder / "plan.json";
}

fs::path linesPath(const fs::path& folder)
{
    return folder / "plan.jsonl";
}

std::string planLine(const SearchSpace& space, const Trial& trial, const std::string& level)
{
    return Json{{"run", runName(space, trial.assignment, trial.seed, level)}, {"seed", trial.seed},
               {"policies", policiesJson(space, trial.assignment)},
               {"loss_scale", lossScaleJson(space, trial.assignment)}}
               .dump()
        + '\n';
}

Status writeLines(const fs::path& folder, const SearchSpace& space, const std::vector<Trial>& trials,
    const std::string& level)
{
    std::string lines;
    for (const Trial& trial : trials)
        lines += planLine(space, trial, level);
    return writeWholeFile(linesPath(folder), lines);
}

/// Seed after seed, so that runs which share a float64 lane stand together.
std::vector<Trial> allTrials(const SearchSpace& space, const std::vector<std::uint64_t>& seeds)
{
    std::vector<Trial> trials;
    const auto count = static_cast<std::size_t>(space.assignments());
    for (const std::uint64_t seed : seeds)
        for (std::size_t number = 0; number < count; ++number)
            trials.push_back({assignmentNumber(space, number), seed});
    return trials;
}

template <class Text>
Error planError(const fs::path& path, Text&& message)
{
    return {path.string(), message};
}

bool isSet(const Json& json, const char* key)
{
    const Json* flag = findMember(json, key);
    return flag != nullptr && flag->is_boolean() && flag->get<bool>();
}

Result<std::vector<std::uint64_t>> seedsIn(const Json& json)
{
    const Json* list = findMember(json, "seeds");
    if (list == nullptr || !list->is_array() || list->empty())
        return Error{"seeds", "expected a list of seeds"};
    std::vector<std::uint64_t> seeds;
    for (const Json& seed : *list) {
        if (!seed.is_number_unsigned())
            return Error{"seeds", "expected a list of seeds"};
        seeds.push_back(seed.get<std::uint64_t>());
    }
    return seeds;
}

Result<std::optional<CostKind>> searchedIn(const Json& json)
{
    const Json* search = findMember(json, "search");
    if (search == nullptr || search->is_null())
        return std::optional<CostKind>();
    const auto kind = std::ranges::find(costKindNames(), textMember(json, "search"));
    if (kind == costKindNames().end())
        return Error{"search", "expected bytes or macs"};
    return std::optional(static_cast<CostKind>(kind - costKindNames().begin()));
}

Result<Trial> trialOf(const Json& line, const SearchSpace& space)
{
    const Json* seed = findMember(line, "seed");
    const Json* policies = findMember(line, "policies");
    if (seed == nullptr || !seed->is_number_unsigned() || policies == nullptr)
        return Error{"", "expected a run's seed and policies"};
    Trial trial{.seed = seed->get<std::uint64_t>()};
    for (const SearchedLayers& layers : space.layers) {
        const std::string& path = layers.members.front().path; // the others have the same
        const auto entry
            = std::ranges::find(space.entries, textMember(*policies, path.c_str()), &MenuEntry::name);
        if (entry == space.entries.end())
            return Error{"policies", "has none of the menu for " + shownText(path)};
        trial.assignment.push_back(static_cast<std::uint8_t>(entry - space.entries.begin()));
    }
    if (space.lossScales.empty())
        return trial;
    const auto lossScale
        = std::ranges::find(space.lossScales, textMember(line, "loss_scale"), &LossScaleEntry::name);
    if (lossScale == space.lossScales.end())
        return Error{"loss_scale", "is none of the menu"};
    trial.assignment.push_back(static_cast<std::uint8_t>(lossScale - space.lossScales.begin()));
    return trial;
}

/// Reads the plan from its facts, without the lines of its runs.
Result<SweepPlan> planOf(const Json& facts, const SessionSpec& session)
{
    Result<SearchSpace> space = searchSpaceOf(session,
        {textMember(facts, "menu"), textMember(facts, "layers"), textMember(facts, "together"),
            textMember(facts, "loss_scales")});
    if (!space)
        return space.error();
    if (textMember(facts, "files") != space->files)
        return Error{"files",
            "the session's data or weights are other bytes than when it was planned: plan it again, or bring them back"};
    Result<Budget> budget = parseBudget(textMember(facts, "budget"), session.training.steps);
    if (!budget)
        return budget.error().within("budget");
    Result<std::vector<std::uint64_t>> seeds = seedsIn(facts);
    if (!seeds)
        return seeds.error();
    const Result<std::optional<CostKind>> searched = searchedIn(facts);
    if (!searched)
        return searched.error();
    return SweepPlan{*std::move(space), *std::move(budget), *std::move(seeds), *searched,
        textMember(facts, "kernels"), isSet(facts, "kernels_may_fall"), textMember(facts, "planned_kernels")};
}

Status readLines(const fs::path& path, SweepPlan& plan)
{
    const Result<std::string> lines = readWholeFile(path, kLargestPlan);
    if (!lines)
        return lines.error();
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = lines->find('\n', begin)) != std::string::npos; begin = end + 1) {
        const Result<Json> line = parseJson(std::string_view(*lines).substr(begin, end - begin));
        const std::string place = "line " + std::to_string(plan.trials.size() + 1) + ": ";
        if (!line)
            return planError(path, place + line.error().message.text());
        Result<Trial> trial = trialOf(*line, plan.space);
        if (!trial)
            return planError(path, place + trial.error().text());
        const auto nameBy = [&](const std::string& level) {
            return runName(plan.space, trial->assignment, trial->seed, level);
        };
        if (textMember(*line, "run") != nameBy(plan.namedLevel))
            return planError(path, place + "its run's name is not that of its session, policies and seed");
        plan.names.push_back(nameBy(plan.kernelLevel));
        plan.trials.push_back(*std::move(trial));
    }
    return success();
}

} // namespace

Result<std::size_t> writeSweepPlan(
    const fs::path& folder, const SweepQuestion& question, const Kernels& kernels)
{
    const Result<SearchSpace> space = searchSpaceOf(question.session, question.text);
    if (!space)
        return space.error();
    const Result<Budget> budget = parseBudget(question.budget, question.session.training.steps);
    if (!budget)
        return budget.error().within("budget");
    if (!question.searched
        && space->assignments() * static_cast<double>(question.seeds.size())
            > static_cast<double>(kMaxSweepRuns))
        return Error{"menu",
            shortestText(space->assignments()) + " assignments under "
                + counted(static_cast<std::int64_t>(question.seeds.size()), "seed") + " are more than "
                + std::to_string(kMaxSweepRuns) + " runs; search does without most of them"};
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        return Error{folder.string(), error.message(), ErrorKind::Output};
    const std::vector<Trial> trials
        = question.searched ? std::vector<Trial>() : allTrials(*space, question.seeds);
    if (const Status saved = saveSession(folder / "session.ulps", withAbsolutePaths(question.session));
        !saved)
        return saved.error();
    if (const Status written = writeLines(folder, *space, trials, kernels.level()); !written)
        return written.error();
    const Json facts{{"format", kSweepFormat}, {"version", kSweepFileVersion},
        {"program_version", ULPSCOPE_VERSION}, {"kernels", kernels.level()},
        {"kernels_may_fall", question.mayLowerLevel}, {"planned_kernels", kernels.level()},
        {"search",
            question.searched ? Json(costKindNames()[static_cast<std::size_t>(*question.searched)])
                              : Json(nullptr)},
        {"menu", question.text.menu}, {"layers", question.text.layers}, {"together", question.text.together},
        {"loss_scales", question.text.lossScales}, {"budget", budget->text}, {"seeds", question.seeds},
        {"files", space->files}};
    if (const Status written = writeWholeFile(factsPath(folder), layoutJson(facts)); !written)
        return written.error();
    return trials.size();
}

Result<SweepPlan> readSweepPlan(const fs::path& folder)
{
    const fs::path path = factsPath(folder);
    const Result<std::string> text = readWholeFile(path, kLargestPlan);
    if (!text)
        return text.error();
    const Result<Json> facts = parseJson(*text);
    if (!facts)
        return planError(path, facts.error().sentence());
    if (const Status head = checkFileHead(*facts, {kSweepFormat, "plan of a sweep", kSweepFileVersion});
        !head)
        return planError(path, head.error().sentence());
    if (const std::string version = textMember(*facts, "program_version"); version != ULPSCOPE_VERSION)
        return planError(path,
            "was made by version " + shownText(version) + ", this is " ULPSCOPE_VERSION
                + ": all runs of a sweep are one version's");
    const Result<SessionSpec> session = loadSession(folder / "session.ulps");
    if (!session)
        return session.error();
    Result<SweepPlan> plan = planOf(*facts, *session);
    if (!plan)
        return planError(path, plan.error().sentence());
    if (const Status read = readLines(linesPath(folder), *plan); !read)
        return read.error();
    return plan;
}

Status addToSweepPlan(const fs::path& folder, SweepPlan& plan, const std::vector<Trial>& trials)
{
    for (const Trial& trial : trials) {
        plan.names.push_back(runName(plan.space, trial.assignment, trial.seed, plan.kernelLevel));
        plan.trials.push_back(trial);
    }
    return writeLines(folder, plan.space, plan.trials, plan.namedLevel);
}

Status lowerSweepLevel(const fs::path& folder, SweepPlan& plan, const std::string& level)
{
    const Result<std::string> text = readWholeFile(factsPath(folder), kLargestPlan);
    if (!text)
        return text.error();
    Result<Json> facts = parseJson(*text);
    if (!facts)
        return planError(factsPath(folder), facts.error().sentence());
    (*facts)["kernels"] = level;
    if (const Status written = writeWholeFile(factsPath(folder), layoutJson(*facts)); !written)
        return written;
    plan.kernelLevel = level;
    for (std::size_t i = 0; i < plan.trials.size(); ++i)
        plan.names[i] = runName(plan.space, plan.trials[i].assignment, plan.trials[i].seed, level);
    return success();
}

} // namespace ulpscope
