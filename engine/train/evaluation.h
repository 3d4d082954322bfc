// SPDX-License-Identifier: GPL-3.0-or-later
// What a run's lanes make of some examples with the weights that they have now, in inference mode: the answer to a question
// between two steps, which leaves the run as it was.
#pragma once

#include "engine/data/dataset.h"
#include "engine/loss/loss.h"
#include "engine/tensor/shape.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace ulpscope {

class Lane;

struct EvaluationQuestion
{
    std::shared_ptr<const Examples> examples; ///< of the shape of the data's, with or without targets
    /// By so many the first example is to be continued, where examples are rows of classes that predict the next ones, such as
    /// characters: each lane appends what it decides last, and goes on from there.
    std::int64_t continuation = 0;
};

struct LaneEvaluation
{
    std::vector<double> outputs; ///< [count, ...], as the model gives them
    std::vector<double> losses; ///< by example, without penalties; empty where the examples have no targets
    std::vector<std::size_t>
        continuation; ///< of the first example; ends early where no class is said any more
};

struct Evaluation
{
    std::shared_ptr<const Examples> examples; ///< what was asked
    std::int64_t stepsDone = 0; ///< by the weights
    Shape output; ///< of one example
    std::optional<DecisionRule> decision; ///< how outputs say a class; none of a loss for numbers
    LaneEvaluation candidate;
    std::optional<LaneEvaluation> reference; ///< none in step watch
    double seconds = 0; ///< time that it took

    /// A lane's outputs for one example.
    std::span<const double> outputsOf(const LaneEvaluation& lane, std::int64_t example) const
    {
        const auto width = static_cast<std::size_t>(output.elements());
        return std::span(lane.outputs).subspan(static_cast<std::size_t>(example) * width, width);
    }
};

/// Greedy: always the class that is said, never one by chance. Nothing if stopped.
std::optional<std::vector<std::size_t>> continuationOf(Lane& lane, const Dataset& data,
    const EvaluationQuestion& question, const std::stop_token* stop = nullptr);

} // namespace ulpscope
