// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/adafactor.h"

#include "engine/dtype/rounding.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

Adafactor::Adafactor(const Config& config, const OptimizerContext& context)
    : Optimizer(config, context)
    , m_beta2Decay(config.number("beta_2_decay"))
    , m_epsilon1(config.number("epsilon_1"))
    , m_epsilon2(config.number("epsilon_2"))
    , m_clipThreshold(config.number("clip_threshold"))
{
}

std::vector<Optimizer::StateTensor> Adafactor::stateOf(const Shape& variable) const
{
    const int rank = variable.rank();
    if (rank < 2)
        return {{"velocity", variable}};
    Shape rows;
    Shape columns;
    for (int axis = 0; axis < rank; ++axis) {
        if (axis != rank - 1)
            rows.append(variable[axis]);
        if (axis != rank - 2)
            columns.append(variable[axis]);
    }
    return {{"velocity", variable}, {"r", rows}, {"c", columns}};
}

UpdateCounts Adafactor::step(Arithmetic& arithmetic, const Step& step)
{
    const auto round = [&](double x) { return roundToFormat(step.variable.format(), x); };
    const double time = round(static_cast<double>(iterations()));
    const double slowest = round(1 / round(std::sqrt(time)));
    // With relative_step Keras takes this minimum twice, without it once: the argument changes nothing.
    const double rho = std::min(step.learningRate, slowest);
    const double beta2 = round(1 - round(std::pow(time, round(m_beta2Decay))));
    const bool isFactored = step.state.size() > 1;
    return adafactorUpdate(arithmetic, step.variable, step.weights,
        {isFactored ? &step.state[1] : nullptr, isFactored ? &step.state[2] : nullptr, step.state[0],
            m_scratch},
        step.gradient,
        {.rho = rho,
            .beta2 = beta2,
            .oneMinusBeta2 = round(1 - beta2),
            .epsilon1 = round(m_epsilon1),
            .epsilon2 = round(m_epsilon2),
            .clipThreshold = round(m_clipThreshold),
            .gradientDivisor = step.divisor});
}

} // namespace ulpscope
