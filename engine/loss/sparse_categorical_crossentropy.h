// SPDX-License-Identifier: GPL-3.0-or-later
// SparseCategoricalCrossentropy: -log p[class], mean over all rows.
// prediction: [batch, classes], or [batch, steps, classes] with a target for each step
#pragma once

#include "engine/base/config.h"
#include "engine/loss/loss.h"

namespace ulpscope {

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

} // namespace ulpscope
