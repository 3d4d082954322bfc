// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/lion.h"

#include "engine/dtype/rounding.h"

namespace ulpscope {

Lion::Lion(const Config& config, const OptimizerContext& context)
    : Optimizer(config, context)
    , m_beta1(config.number("beta_1"))
    , m_beta2(config.number("beta_2"))
{
}

std::vector<Optimizer::StateTensor> Lion::stateOf(const Shape& variable) const
{
    return {{"momentum", variable}};
}

UpdateCounts Lion::step(Arithmetic& arithmetic, const Step& step)
{
    const auto round = [&](double x) { return roundToFormat(step.variable.format(), x); };
    const double beta1 = round(m_beta1);
    const double beta2 = round(m_beta2);
    return lionUpdate(arithmetic, step.variable, step.state[0], step.gradient,
        {.learningRate = step.learningRate,
            .beta1 = beta1,
            .oneMinusBeta1 = round(1 - beta1),
            .beta2 = beta2,
            .oneMinusBeta2 = round(1 - beta2),
            .gradientDivisor = step.divisor});
}

} // namespace ulpscope
