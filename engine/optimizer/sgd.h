// SPDX-License-Identifier: GPL-3.0-or-later
// SGD with momentum and Nesterov momentum: keras/src/optimizers/sgd.py.
#pragma once

#include "engine/optimizer/optimizer.h"

namespace ulpscope {

class Sgd : public Optimizer
{
public:
    Sgd(const Config& config, const OptimizerContext& context);

protected:
    std::vector<StateTensor> stateOf(const Shape& variable) const override;
    UpdateCounts step(Arithmetic& arithmetic, const Step& step) override;

private:
    double m_momentum;
    bool m_nesterov;
};

} // namespace ulpscope
