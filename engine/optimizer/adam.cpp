// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/adam.h"

#include "engine/dtype/rounding.h"

#include <cmath>

namespace ulpscope {

Adam::Adam(const Config& config, std::uint64_t seed)
    : Optimizer(seed)
    , m_learningRate(config.number("learning_rate"))
    , m_beta1(config.number("beta_1"))
    , m_beta2(config.number("beta_2"))
    , m_epsilon(config.number("epsilon"))
{
}

UpdateCounts Adam::step(Arithmetic& arithmetic, Tensor& variable, std::span<Tensor> state,
    const Tensor& gradient, double gradientDivisor)
{
    const Format& format = variable.format();
    const auto round = [&](double x) { return roundToFormat(format, x); };
    const double time = round(static_cast<double>(iterations()));
    const double beta1Power = round(std::pow(round(m_beta1), time));
    const double beta2Power = round(std::pow(round(m_beta2), time));
    // alpha = lr * sqrt(1 - beta2^t) / (1 - beta1^t), left to right
    const double numerator = round(round(m_learningRate) * round(std::sqrt(round(1 - beta2Power))));
    return adamUpdate(arithmetic, variable, state[0], state[1], gradient,
        {.alpha = round(numerator / round(1 - beta1Power)),
            .oneMinusBeta1 = round(1 - m_beta1),
            .oneMinusBeta2 = round(1 - m_beta2),
            .epsilon = round(m_epsilon),
            .gradientDivisor = gradientDivisor});
}

} // namespace ulpscope
