// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/adagrad.h"

#include "engine/dtype/rounding.h"

namespace ulpscope {

Adagrad::Adagrad(const Config& config, const OptimizerContext& context)
    : Optimizer(config, context)
    , m_initial(config.number("initial_accumulator_value"))
    , m_epsilon(config.number("epsilon"))
{
}

std::vector<Optimizer::StateTensor> Adagrad::stateOf(const Shape& variable) const
{
    return {{"accumulator", variable, m_initial}};
}

UpdateCounts Adagrad::step(Arithmetic& arithmetic, const Step& step)
{
    return adagradUpdate(arithmetic, step.variable, step.state[0], step.gradient,
        {.learningRate = step.learningRate,
            .epsilon = roundToFormat(step.variable.format(), m_epsilon),
            .gradientDivisor = step.divisor});
}

} // namespace ulpscope
