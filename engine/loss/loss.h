// SPDX-License-Identifier: GPL-3.0-or-later
// A loss over predictions in the loss dtype (Keras: floatx, not the policy): its value, and the gradient that goes back.
#pragma once

#include "engine/base/config.h"
#include "engine/base/result.h"
#include "engine/tensor/arithmetic.h"
#include "engine/tensor/tensor.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ulpscope {

// How well predictions fit their targets, summed over batches: what metrics are made of.
struct Score
{
    std::int64_t examples = 0;
    double loss = 0; ///< summed over examples
    std::int64_t decisions = 0; ///< choices of a class: one for each example or step of a sequence
    std::int64_t correct = 0;
    std::int64_t amongFive = 0; ///< the target is one of the five classes with the largest outputs
    std::int64_t classes = 0; ///< classes that a decision is between; 0 for a regression
    std::int64_t values = 0; ///< number of values of a regression
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

struct LossClass; // loss_catalog.h

/// A loss of the catalog with its parameters. Its formula becomes a graph once for each shape and dtype of predictions.
class Loss
{
public:
    Loss(const LossClass& row, const Config& config, const LogitsKernel& kernel = {});
    ~Loss();
    Loss(Loss&&) noexcept;
    Loss& operator=(Loss&&) noexcept;

    /// The mean loss in the loss dtype, in which every operation is rounded. prediction: [batch, outputs...] in that dtype.
    double evaluate(Arithmetic& arithmetic, const Tensor& prediction, std::span<const double> targets);
    /// Evaluates the loss and writes d(upstream * loss) / d prediction to `gradient`. upstream: a value of the loss dtype.
    double evaluate(Arithmetic& arithmetic, const Tensor& prediction, std::span<const double> targets,
        double upstream, Tensor& gradient);

    /// Adds what metrics are made of, but for the loss itself.
    void score(const Tensor& prediction, std::span<const double> targets, Score& score) const;
    /// How outputs tell a class; absent for a loss of numbers.
    std::optional<DecisionRule> decisionRule() const;

private:
    struct Run;
    Run& runFor(const Tensor& prediction);
    double evaluate(
        Arithmetic& arithmetic, const Tensor& prediction, std::span<const double> targets, Run& run) const;

    const LossClass* m_row;
    Config m_config;
    LogitsKernel m_kernel;
    std::vector<std::unique_ptr<Run>> m_runs; ///< the one that was used last comes first
};

} // namespace ulpscope
