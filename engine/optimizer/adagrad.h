// SPDX-License-Identifier: GPL-3.0-or-later
// Adagrad: keras/src/optimizers/adagrad.py.
#pragma once

#include "engine/optimizer/optimizer.h"

namespace ulpscope {

class Adagrad : public Optimizer
{
public:
    Adagrad(const Config& config, const OptimizerContext& context);

protected:
    std::vector<StateTensor> stateOf(const Shape& variable) const override;
    UpdateCounts step(Arithmetic& arithmetic, const Step& step) override;

private:
    double m_initial;
    double m_epsilon;
};

} // namespace ulpscope
