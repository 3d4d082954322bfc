// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/sgd.h"

#include "engine/dtype/rounding.h"

namespace ulpscope {

Sgd::Sgd(const Config& config)
    : m_learningRate(config.number("learning_rate"))
    , m_momentum(config.number("momentum"))
    , m_nesterov(config.flag("nesterov"))
{
}

UpdateCounts Sgd::update(Arithmetic& arithmetic, std::size_t slot, Tensor& variable, const Tensor& gradient,
    double gradientDivisor)
{
    const Format& format = variable.format();
    Tensor* velocity = nullptr;
    if (m_momentum != 0) {
        if (m_velocities.size() <= slot)
            m_velocities.resize(slot + 1);
        velocity = &m_velocities[slot];
        if (velocity->isEmpty())
            *velocity = Tensor(variable.shape(), format);
    }
    return sgdUpdate(arithmetic, variable, velocity, gradient,
        {.learningRate = roundToFormat(format, m_learningRate),
            .momentum = roundToFormat(format, m_momentum),
            .nesterov = m_nesterov,
            .gradientDivisor = gradientDivisor});
}

} // namespace ulpscope
