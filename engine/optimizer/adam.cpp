// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/adam.h"

#include "engine/dtype/rounding.h"

#include <cmath>

namespace ulpscope {

Adam::Adam(const Config& config, const OptimizerContext& context)
    : Optimizer(config, context)
    , m_beta1(config.number("beta_1"))
    , m_beta2(config.number("beta_2"))
    , m_epsilon(config.number("epsilon"))
    , m_amsgrad(config.flag("amsgrad"))
{
}

std::vector<Optimizer::StateTensor> Adam::stateOf(const Shape& variable) const
{
    std::vector<StateTensor> state{{"momentum", variable}, {"velocity", variable}};
    if (m_amsgrad)
        state.push_back({"velocity_hat", variable});
    return state;
}

UpdateCounts Adam::step(Arithmetic& arithmetic, const Step& step)
{
    const Format& format = step.variable.format();
    const auto round = [&](double x) { return roundToFormat(format, x); };
    const double time = round(static_cast<double>(iterations()));
    const double beta1Power = round(std::pow(round(m_beta1), time));
    const double beta2Power = round(std::pow(round(m_beta2), time));
    // alpha = lr * sqrt(1 - beta2^t) / (1 - beta1^t), left to right
    const double numerator = round(step.learningRate * round(std::sqrt(round(1 - beta2Power))));
    return adamUpdate(arithmetic, step.variable, step.state[0], step.state[1],
        m_amsgrad ? &step.state[2] : nullptr, step.gradient,
        {.alpha = round(numerator / round(1 - beta1Power)),
            .oneMinusBeta1 = round(1 - m_beta1),
            .oneMinusBeta2 = round(1 - m_beta2),
            .epsilon = round(m_epsilon),
            .gradientDivisor = step.divisor});
}

} // namespace ulpscope
