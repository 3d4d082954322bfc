// SPDX-License-Identifier: GPL-3.0-or-later
// BinaryCrossentropy: -z log p - (1 - z) log(1 - p), mean over all elements; z is 0 or 1, or with label smoothing s
// z (1 - s) + s / 2.
#pragma once

#include "engine/base/config.h"
#include "engine/loss/elementwise_loss.h"

namespace ulpscope {

class BinaryCrossentropy : public ElementwiseLoss
{
public:
    explicit BinaryCrossentropy(const Config& config)
        : m_fromLogits(config.flag("from_logits"))
        , m_smoothing(config.number("label_smoothing"))
    {
    }
    Status fits(const Shape& output, std::int64_t targetsPerExample, std::int64_t classes) const override;
    void score(const Tensor& prediction, std::span<const double> targets, Score& score) const override;
    std::optional<DecisionRule> decisionRule() const override
    {
        return DecisionRule{m_fromLogits ? 0.0 : 0.5};
    }

protected:
    Term term(const ScalarOps& ops, double prediction, double target, double share) const override;

private:
    bool m_fromLogits;
    double m_smoothing;
};

} // namespace ulpscope
