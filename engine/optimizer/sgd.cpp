// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/sgd.h"

#include "engine/dtype/rounding.h"

namespace ulpscope {

Sgd::Sgd(const Config& config, const OptimizerContext& context)
    : Optimizer(config, context)
    , m_momentum(config.number("momentum"))
    , m_nesterov(config.flag("nesterov"))
{
}

std::vector<Optimizer::StateTensor> Sgd::stateOf(const Shape& variable) const
{
    if (m_momentum == 0)
        return {};
    return {{"momentum", variable}};
}

UpdateCounts Sgd::step(Arithmetic& arithmetic, const Step& step)
{
    return sgdUpdate(arithmetic, step.variable, step.state.empty() ? nullptr : &step.state[0], step.gradient,
        {.learningRate = step.learningRate,
            .momentum = roundToFormat(step.variable.format(), m_momentum),
            .nesterov = m_nesterov,
            .gradientDivisor = step.divisor});
}

} // namespace ulpscope
