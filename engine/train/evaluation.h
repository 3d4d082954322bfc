// SPDX-License-Identifier: GPL-3.0-or-later
// What a run's lanes make of some examples with the weights that they have now, in inference mode: the answer to a question
// between two steps, which leaves the run as it was.
#pragma once

#include "engine/data/dataset.h"
#include "engine/loss/decision_rule.h"
#include "engine/tensor/shape.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ulpscope {

struct LaneEvaluation
{
    std::vector<double> outputs; ///< [count, ...], as the model gives them
    std::vector<double> losses; ///< by example, without penalties; empty where the examples have no targets
};

struct Evaluation
{
    std::shared_ptr<const Examples> examples; ///< what was asked
    std::int64_t stepsDone = 0; ///< by the weights
    Shape output; ///< of one example
    std::optional<DecisionRule> decision; ///< how outputs say a class; none of a loss for numbers
    LaneEvaluation candidate;
    std::optional<LaneEvaluation> twin; ///< none in step watch
    double seconds = 0; ///< that it took

    /// A lane's outputs for one example.
    std::span<const double> outputsOf(const LaneEvaluation& lane, std::int64_t example) const
    {
        const auto width = static_cast<std::size_t>(output.elements());
        return std::span(lane.outputs).subspan(static_cast<std::size_t>(example) * width, width);
    }
};

} // namespace ulpscope
