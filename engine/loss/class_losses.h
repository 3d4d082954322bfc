// SPDX-License-Identifier: GPL-3.0-or-later
// Losses between classes, from keras/src/losses/losses.py.
// prediction: [batch, classes], or [batch, steps, classes]
#pragma once

#include "engine/base/config.h"
#include "engine/loss/loss.h"

namespace ulpscope {

// SparseCategoricalCrossentropy: -log p[class], mean over all rows, with a target for each step.
class SparseCategoricalCrossentropy : public Loss
{
public:
    explicit SparseCategoricalCrossentropy(const Config& config)
        : m_fromLogits(config.flag("from_logits"))
    {
    }
    Status fits(const Shape& output, std::int64_t targetsPerExample, std::int64_t classes) const override;
    double evaluate(Arithmetic& arithmetic, const Tensor& prediction, std::span<const double> targets,
        double upstream, Tensor& gradient) override;
    void score(const Tensor& prediction, std::span<const double> targets, Score& score) const override;
    std::optional<DecisionRule> decisionRule() const override { return DecisionRule{}; }

private:
    double fromLogits(Arithmetic& arithmetic, const Tensor& prediction, std::span<const double> targets,
        double share, Tensor& gradient) const;
    double fromProbabilities(Arithmetic& arithmetic, const Tensor& prediction,
        std::span<const double> targets, double share, Tensor& gradient) const;
    bool m_fromLogits;
};

// Losses whose targets are class numbers, or rows of probabilities.
class RowLoss : public Loss
{
public:
    Status fits(const Shape& output, std::int64_t targetsPerExample, std::int64_t classes) const override;
    void score(const Tensor& prediction, std::span<const double> targets, Score& score) const override;
    std::optional<DecisionRule> decisionRule() const override { return DecisionRule{}; }
};

// CategoricalCrossentropy: -sum of y log p over the classes, mean over all rows. y is the target's one-hot row, or with
// label smoothing s y (1 - s) + s / classes.
class CategoricalCrossentropy : public RowLoss
{
public:
    explicit CategoricalCrossentropy(const Config& config)
        : m_fromLogits(config.flag("from_logits"))
        , m_smoothing(config.number("label_smoothing"))
    {
    }
    double evaluate(Arithmetic& arithmetic, const Tensor& prediction, std::span<const double> targets,
        double upstream, Tensor& gradient) override;

private:
    bool m_fromLogits;
    double m_smoothing;
};

// KLDivergence: sum of t log(t / p) over the classes, both clipped to [epsilon, 1], mean over all rows.
class KLDivergence : public RowLoss
{
public:
    double evaluate(Arithmetic& arithmetic, const Tensor& prediction, std::span<const double> targets,
        double upstream, Tensor& gradient) override;
};

} // namespace ulpscope
