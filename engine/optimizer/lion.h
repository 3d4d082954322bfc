// SPDX-License-Identifier: GPL-3.0-or-later
// Lion: keras/src/optimizers/lion.py.
#pragma once

#include "engine/optimizer/optimizer.h"

namespace ulpscope {

class Lion : public Optimizer
{
public:
    Lion(const Config& config, const OptimizerContext& context);

protected:
    std::vector<StateTensor> stateOf(const Shape& variable) const override;
    UpdateCounts step(Arithmetic& arithmetic, const Step& step) override;

private:
    double m_beta1;
    double m_beta2;
};

} // namespace ulpscope
