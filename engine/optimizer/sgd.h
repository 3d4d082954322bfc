// SPDX-License-Identifier: GPL-3.0-or-later
// SGD with momentum and Nesterov momentum: keras/src/optimizers/sgd.py.
#pragma once

#include "engine/base/config.h"
#include "engine/optimizer/optimizer.h"

namespace ulpscope {

class Sgd : public Optimizer
{
public:
    Sgd(const Config& config, std::uint64_t seed);
    std::vector<std::string> stateNames() const override
    {
        return stateTensors() == 0 ? std::vector<std::string>{} : std::vector<std::string>{"momentum"};
    }

protected:
    std::size_t stateTensors() const override { return m_momentum != 0 ? 1 : 0; }
    UpdateCounts step(Arithmetic& arithmetic, Tensor& variable, std::span<Tensor> state,
        const Tensor& gradient, double gradientDivisor) override;

private:
    double m_learningRate;
    double m_momentum;
    bool m_nesterov;
};

} // namespace ulpscope
