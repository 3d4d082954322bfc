// SPDX-License-Identifier: GPL-3.0-or-later
// Hinge and SquaredHinge: mean of max(1 - t p, 0), or of its square (keras/src/losses/losses.py). Targets are -1 and 1; those
// of a batch that are all 0 or 1 are taken for -1 and 1.
#pragma once

#include "engine/loss/elementwise_loss.h"

#include <vector>

namespace ulpscope {

class Hinge : public ElementwiseLoss
{
public:
    double evaluate(Arithmetic& arithmetic, const Tensor& prediction, std::span<const double> targets,
        double upstream, Tensor& gradient) override;
    std::optional<DecisionRule> decisionRule() const override { return DecisionRule{0.0}; }

protected:
    Term term(const ScalarOps& ops, double prediction, double target, double share) const override;

private:
    std::vector<double> m_signs;
};

class SquaredHinge : public Hinge
{
protected:
    Term term(const ScalarOps& ops, double prediction, double target, double share) const override;
};

} // namespace ulpscope
