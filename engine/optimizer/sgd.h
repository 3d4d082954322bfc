// SPDX-License-Identifier: GPL-3.0-or-later
// SGD with momentum and Nesterov momentum: keras/src/optimizers/sgd.py.
#pragma once

#include "engine/base/config.h"
#include "engine/optimizer/optimizer.h"

#include <vector>

namespace ulpscope {

class Sgd : public Optimizer
{
public:
    explicit Sgd(const Config& config);
    UpdateCounts update(Arithmetic& arithmetic, std::size_t slot, Tensor& variable, const Tensor& gradient,
        double gradientDivisor) override;

private:
    double m_learningRate;
    double m_momentum;
    bool m_nesterov;
    std::vector<Tensor> m_velocities;
};

} // namespace ulpscope
