// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/sgd.h"

#include "engine/dtype/rounding.h"

namespace ulpscope {

Sgd::Sgd(const Config& config, std::uint64_t seed)
    : Optimizer(seed)
    , m_learningRate(config.number("learning_rate"))
    , m_momentum(config.number("momentum"))
    , m_nesterov(config.flag("nesterov"))
{
}

UpdateCounts Sgd::step(Arithmetic& arithmetic, Tensor& variable, std::span<Tensor> state,
    const Tensor& gradient, double gradientDivisor)
{
    const Format& format = variable.format();
    Tensor* velocity = state.empty() ? nullptr : &state[0];
    return sgdUpdate(arithmetic, variable, velocity, gradient,
        {.learningRate = roundToFormat(format, m_learningRate),
            .momentum = roundToFormat(format, m_momentum),
            .nesterov = m_nesterov,
            .gradientDivisor = gradientDivisor});
}

} // namespace ulpscope
