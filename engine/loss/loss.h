// SPDX-License-Identifier: GPL-3.0-or-later
// A loss over predictions in the loss dtype (Keras: floatx, not the policy): its value, and the gradient that goes back.
#pragma once

#include "engine/base/result.h"
#include "engine/tensor/arithmetic.h"
#include "engine/tensor/tensor.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace ulpscope {

// How well predictions fit their targets, summed over batches: what metrics are made of.
struct Score
{
    std::int64_t examples = 0;
    double loss = 0; ///< summed over examples
    std::int64_t decisions = 0; ///< for a class: one an example, or one a step of a sequence
    std::int64_t correct = 0;
    std::int64_t amongFive = 0; ///< the target is one of the five classes with the largest outputs
    std::int64_t classes = 0; ///< that a decision is between; 0 for a regression
    std::int64_t values = 0; ///< of a regression
    double absoluteError = 0; ///< summed over values
};

// How a model's outputs say a class, which is a fact of the loss that it is trained with.
struct DecisionRule
{
    /// One output above it says class 1, else class 0; empty: the largest of several outputs says the class.
    std::optional<double> threshold;

    /// The class that the outputs of one decision say, the first of equal ones; none where one is a NaN or the rule is about
    /// another number of outputs.
    std::optional<std::size_t> classOf(std::span<const double> outputs) const
    {
        if (outputs.empty() || (outputs.size() == 1) != threshold.has_value())
            return std::nullopt;
        std::size_t best = 0;
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            if (std::isnan(outputs[i]))
                return std::nullopt;
            best = outputs[i] > outputs[best] ? i : best;
        }
        return threshold ? std::size_t{outputs[0] > *threshold ? 1U : 0U} : best;
    }
};

/// keras.config.epsilon(), to which probabilities are clipped.
inline constexpr double kProbabilityEpsilon = 1e-7;

class Loss
{
public:
    virtual ~Loss() = default;

    /// Whether predictions of `output` (one example) fit targets of `targetsPerExample` numbers, `classes` classes
    /// (0: a regression). The message says what does not fit.
    virtual Status fits(const Shape& output, std::int64_t targetsPerExample, std::int64_t classes) const = 0;

    /// The mean loss, and in `gradient` d(upstream * loss) / d prediction, both in the loss dtype, in which every
    /// operation is rounded. prediction: [batch, outputs...] in that dtype. upstream: a value of it.
    virtual double evaluate(Arithmetic& arithmetic, const Tensor& prediction, std::span<const double> targets,
        double upstream, Tensor& gradient)
        = 0;

    /// Adds what metrics are made of, but for the loss itself.
    virtual void score(const Tensor& prediction, std::span<const double> targets, Score& score) const = 0;

    /// How outputs say a class; none of a loss for numbers.
    virtual std::optional<DecisionRule> decisionRule() const { return std::nullopt; }
};

} // namespace ulpscope
