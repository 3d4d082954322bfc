// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/evaluation.h"

#include "engine/train/lane.h"

#include <algorithm>

namespace ulpscope {

std::optional<std::vector<std::size_t>> continuationOf(
    Lane& lane, const Dataset& data, const EvaluationQuestion& question, const std::stop_token* stop)
{
    std::vector<std::size_t> said;
    const std::optional<DecisionRule> rule = lane.decisionRule();
    const auto width = static_cast<std::size_t>(data.featuresPerExample());
    if (!rule || question.examples->count == 0)
        return said;
    Examples window; // the newest that fit
    window.count = 1;
    window.features.assign(question.examples->features.begin(),
        question.examples->features.begin() + static_cast<std::ptrdiff_t>(width));
    while (static_cast<std::int64_t>(said.size()) < question.continuation) {
        const std::optional<LaneEvaluation> now = lane.evaluateEach(data, window, stop);
        if (!now)
            return std::nullopt;
        const auto classes = static_cast<std::size_t>(lane.model().output().columns());
        const std::optional<std::size_t> next = rule->classOf(std::span(now->outputs).last(classes));
        if (!next)
            break;
        said.push_back(*next);
        std::rotate(window.features.begin(), window.features.begin() + 1, window.features.end());
        window.features.back() = static_cast<float>(*next);
    }
    return said;
}

} // namespace ulpscope
