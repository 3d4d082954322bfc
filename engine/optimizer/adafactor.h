// SPDX-License-Identifier: GPL-3.0-or-later
// Adafactor: keras/src/optimizers/adafactor.py. A variable of two axes or more has a second moment that is the product
// of its row and column means; Keras keeps the product as well, and so do we.
#pragma once

#include "engine/optimizer/optimizer.h"

namespace ulpscope {

class Adafactor : public Optimizer
{
public:
    Adafactor(const Config& config, const OptimizerContext& context);

protected:
    std::vector<StateTensor> stateOf(const Shape& variable) const override;
    UpdateCounts step(Arithmetic& arithmetic, const Step& step) override;

private:
    double m_beta2Decay;
    double m_epsilon1;
    double m_epsilon2;
    double m_clipThreshold;
    Tensor m_scratch;
};

} // namespace ulpscope
