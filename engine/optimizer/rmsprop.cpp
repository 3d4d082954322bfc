// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/rmsprop.h"

#include "engine/dtype/rounding.h"

namespace ulpscope {

Rmsprop::Rmsprop(const Config& config, const OptimizerContext& context)
    : Optimizer(config, context)
    , m_rho(config.number("rho"))
    , m_momentum(config.number("momentum"))
    , m_epsilon(config.number("epsilon"))
    , m_centered(config.flag("centered"))
{
}

std::vector<Optimizer::StateTensor> Rmsprop::stateOf(const Shape& variable) const
{
    std::vector<StateTensor> state{{"velocity", variable}};
    if (m_momentum > 0)
        state.push_back({"momentum", variable});
    if (m_centered)
        state.push_back({"average_gradient", variable});
    return state;
}

UpdateCounts Rmsprop::step(Arithmetic& arithmetic, const Step& step)
{
    const auto round = [&](double x) { return roundToFormat(step.variable.format(), x); };
    Tensor* momentum = m_momentum > 0 ? &step.state[1] : nullptr;
    Tensor* average = m_centered ? &step.state.back() : nullptr;
    return rmspropUpdate(arithmetic, step.variable, step.state[0], momentum, average, step.gradient,
        {.learningRate = step.learningRate,
            .rho = round(m_rho),
            .oneMinusRho = round(1 - m_rho),
            .momentum = round(m_momentum),
            .epsilon = round(m_epsilon),
            .gradientDivisor = step.divisor});
}

} // namespace ulpscope
