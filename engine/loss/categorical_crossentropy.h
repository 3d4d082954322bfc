// SPDX-License-Identifier: GPL-3.0-or-later
// CategoricalCrossentropy: -sum of y log p over the classes, mean over all rows. y is the target's one-hot row, or with
// label smoothing s y (1 - s) + s / classes. Targets are class numbers, or such rows themselves.
// prediction: [batch, classes], or [batch, steps, classes]
#pragma once

#include "engine/base/config.h"
#include "engine/loss/loss.h"

namespace ulpscope {

class CategoricalCrossentropy : public Loss
{
public:
    explicit CategoricalCrossentropy(const Config& config)
        : m_fromLogits(config.flag("from_logits"))
        , m_smoothing(config.number("label_smoothing"))
    {
    }
    Status fits(const Shape& output, std::int64_t targetsPerExample, std::int64_t classes) const override;
    double evaluate(Arithmetic& arithmetic, const Tensor& prediction, std::span<const double> targets,
        double upstream, Tensor& gradient) override;
    void score(const Tensor& prediction, std::span<const double> targets, Score& score) const override;
    std::optional<DecisionRule> decisionRule() const override { return DecisionRule{}; }

private:
    bool m_fromLogits;
    double m_smoothing;
};

} // namespace ulpscope
