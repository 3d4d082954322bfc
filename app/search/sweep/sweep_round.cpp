// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search/sweep/sweep_round.h"

#include "engine/base/check.h"

namespace ulpscope {

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
