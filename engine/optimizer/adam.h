// SPDX-License-Identifier: GPL-3.0-or-later
// Adam: keras/src/optimizers/adam.py, without amsgrad. Its scalars are computed in the variable's dtype too: an epsilon
// below half of float16's smallest subnormal is 0 there.
#pragma once

#include "engine/base/config.h"
#include "engine/optimizer/optimizer.h"

#include <vector>

namespace ulpscope {

class Adam : public Optimizer
{
public:
    explicit Adam(const Config& config);
    UpdateCounts update(Arithmetic& arithmetic, std::size_t slot, Tensor& variable, const Tensor& gradient,
        double gradientDivisor) override;

private:
    struct Moments
    {
        Tensor mean;
        Tensor variance;
    };
    double m_learningRate;
    double m_beta1;
    double m_beta2;
    double m_epsilon;
    std::vector<Moments> m_moments;
};

} // namespace ulpscope
