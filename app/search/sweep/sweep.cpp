// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search/sweep/sweep.h"

#include "engine/base/check.h"
#include "engine/base/shown_text.h"
#include "engine/file/whole_file.h"

#include <charconv>

namespace ulpscope {

namespace fs = std::filesystem;

Result<Shard> shardOf(std::string_view text)
{
    Shard shard;
    const std::size_t slash = text.find('/');
    const auto read = [](std::string_view digits, std::int64_t& number) {
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        return error == std::errc() && end == digits.data() + digits.size();
    };
    if (slash == std::string_view::npos || !read(text.substr(0, slash), shard.index)
        || !read(text.substr(slash + 1), shard.count) || shard.count < 1 || shard.count > kMaxShards
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
    ResultsOfSpace known(*kept, plan.space, plan.kernelLevel);
    std::vector<Trial> trials;
    for (std::size_t i = static_cast<std::size_t>(shard.index - 1); i < plan.trials.size();
         i += static_cast<std::size_t>(shard.count))
        if (known.find(plan.trials[i], plan.names[i]) == nullptr)
            trials.push_back(plan.trials[i]);
    Trials all({plan.space, plan.budget, kernels}, *kept, threads, progress);
    const Result<std::vector<RunResult>> results = all.results(trials);
    if (!results)
        return results.error();
    return all.trained();
}

Result<SweepStatus> sweepStatus(const SweepPlan& plan, const fs::path& folder)
{
    Result<KeptResults> kept = KeptResults::read(folder, plan.budget);
    if (!kept)
        return kept.error();
    ResultsOfSpace known(*kept, plan.space, plan.kernelLevel);
    SweepStatus status{.planned = plan.trials.size()};
    for (std::size_t i = 0; i < plan.trials.size(); ++i)
        if (const RunResult* result = known.find(plan.trials[i], plan.names[i])) {
            ++status.done;
            status.holding += result->brokenClause() ? 0U : 1U;
        }
    return status;
}

Result<SweepStatus> mergeSweep(const SweepPlan& plan, const fs::path& folder)
{
    Result<KeptResults> kept = KeptResults::read(folder, plan.budget);
    if (!kept)
        return kept.error();
    ResultsOfSpace known(*kept, plan.space, plan.kernelLevel);
    std::string lines;
    for (std::size_t i = 0; i < plan.trials.size(); ++i)
        if (const RunResult* found = known.find(plan.trials[i], plan.names[i])) {
            RunResult result = *found;
            result.assignment = plan.trials[i].assignment;
            result.seed = plan.trials[i].seed;
            lines += resultLine(result, plan.space, plan.budget) + '\n';
        }
    if (const Status written = writeWholeFile(folder / "results.jsonl", lines); !written)
        return written.error();
    return sweepStatus(plan, folder);
}

SearchQuestion questionOf(const SweepPlan& plan)
{
    check(plan.searched.has_value(), "[questionOf] a plan of a search");
    return {plan.space, plan.budget, plan.seeds, *plan.searched};
}

Result<SweepRound> nextRound(
    const std::filesystem::path& folder, SweepPlan& plan, const Kernels& kernels, const RoundOptions& options)
{
    Result<KeptResults> kept = KeptResults::open(folder, resultsFileName(), plan.budget);
    if (!kept)
        return kept.error();
    SweepRound round;
    ResultsOfSpace known(*kept, plan.space, plan.kernelLevel);
    for (std::size_t i = 0; i < plan.trials.size(); ++i)
        if (known.find(plan.trials[i], plan.names[i]) == nullptr)
            ++round.missing;
    if (round.missing > 0)
        return round;
    std::vector<Trial> wanted;
    Result<SearchAnswer> answer = search(questionOf(plan), kernels, *kept,
        {.threads = options.threads,
            .progress = options.progress,
            .leave = [&](const std::vector<Trial>& missing) {
                if (missing.size() >= options.smallest)
                    wanted = missing;
                return !wanted.empty();
            }});
    if (!answer)
        return answer.error();
    round.added = wanted.size();
    if (wanted.empty() && answer->wasStopped)
        return stoppedError();
    if (wanted.empty())
        round.answer = *std::move(answer);
    else if (const Status added = addToSweepPlan(folder, plan, wanted); !added)
        return added.error();
    return round;
}

} // namespace ulpscope
