// SPDX-License-Identifier: GPL-3.0-or-later
// KLDivergence: sum of t log(t / p) over the classes, both clipped to [epsilon, 1], mean over all rows
// (keras/src/losses/losses.py). Targets are class numbers, or rows of probabilities.
// prediction: [batch, classes], or [batch, steps, classes]
#pragma once

#include "engine/loss/loss.h"

namespace ulpscope {

class KLDivergence : public Loss
{
public:
    Status fits(const Shape& output, std::int64_t targetsPerExample, std::int64_t classes) const override;
    double evaluate(Arithmetic& arithmetic, const Tensor& prediction, std::span<const double> targets,
        double upstream, Tensor& gradient) override;
    void score(const Tensor& prediction, std::span<const double> targets, Score& score) const override;
    std::optional<DecisionRule> decisionRule() const override { return DecisionRule{}; }
};

} // namespace ulpscope
