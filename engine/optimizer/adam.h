// SPDX-License-Identifier: GPL-3.0-or-later
// Adam, with amsgrad if wanted, and AdamW, which differs in its default weight decay alone:
// keras/src/optimizers/adam.py. Its scalars are computed in the variable's dtype too: an epsilon below half of float16's
// smallest subnormal is 0 there.
#pragma once

#include "engine/optimizer/optimizer.h"

namespace ulpscope {

class Adam : public Optimizer
{
public:
    Adam(const Config& config, const OptimizerContext& context);

protected:
    std::vector<StateTensor> stateOf(const Shape& variable) const override;
    UpdateCounts step(Arithmetic& arithmetic, const Step& step) override;

private:
    double m_beta1;
    double m_beta2;
    double m_epsilon;
    bool m_amsgrad;
};

} // namespace ulpscope
