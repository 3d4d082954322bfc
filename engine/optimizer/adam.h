// SPDX-License-Identifier: GPL-3.0-or-later
// Adam: keras/src/optimizers/adam.py, without amsgrad. Its scalars are computed in the variable's dtype too: an epsilon
// below half of float16's smallest subnormal is 0 there.
#pragma once

#include "engine/base/config.h"
#include "engine/optimizer/optimizer.h"

namespace ulpscope {

class Adam : public Optimizer
{
public:
    Adam(const Config& config, std::uint64_t seed);
    std::vector<std::string> stateNames() const override { return {"momentum", "velocity"}; }

protected:
    std::size_t stateTensors() const override { return 2; }
    UpdateCounts step(Arithmetic& arithmetic, Tensor& variable, std::span<Tensor> state,
        const Tensor& gradient, double gradientDivisor) override;

private:
    double m_learningRate;
    double m_beta1;
    double m_beta2;
    double m_epsilon;
};

} // namespace ulpscope
