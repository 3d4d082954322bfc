// SPDX-License-Identifier: GPL-3.0-or-later
// RMSprop, with momentum and centered if wanted: keras/src/optimizers/rmsprop.py.
#pragma once

#include "engine/optimizer/optimizer.h"

namespace ulpscope {

class Rmsprop : public Optimizer
{
public:
    Rmsprop(const Config& config, const OptimizerContext& context);

protected:
    std::vector<StateTensor> stateOf(const Shape& variable) const override;
    UpdateCounts step(Arithmetic& arithmetic, const Step& step) override;

private:
    double m_rho;
    double m_momentum;
    double m_epsilon;
    bool m_centered;
};

} // namespace ulpscope
