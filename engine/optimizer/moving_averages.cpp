// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/moving_averages.h"

#include "engine/dtype/rounding.h"

namespace ulpscope {

MovingAverages::MovingAverages(const Config& config)
    : m_areKept(config.flag("use_ema"))
    , m_momentum(config.number("ema_momentum"))
    , m_overwriteFrequency(config.integer("ema_overwrite_frequency"))
{
}

void MovingAverages::build(std::span<const VariableUpdate> updates)
{
    if (m_areKept)
        for (const VariableUpdate& update : updates)
            m_averages.emplace_back(update.variable->shape(), update.format());
}

void MovingAverages::follow(
    Arithmetic& arithmetic, std::span<const VariableUpdate> updates, std::int64_t updatesBefore)
{
    if (!m_areKept)
        return;
    for (std::size_t slot = 0; slot < updates.size(); ++slot) {
        Tensor& variable = *updates[slot].variable;
        Tensor& average = m_averages[slot];
        const Format& format = average.format();
        const double momentum = updatesBefore == 0 ? 0 : roundToFormat(format, m_momentum);
        scalarInPlace(arithmetic, Binary::Multiply, average, momentum);
        cast(arithmetic, variable, format, m_share);
        scalarInPlace(arithmetic, Binary::Multiply, m_share, roundToFormat(format, 1 - momentum));
        binaryInPlace(arithmetic, Binary::Add, average, m_share);
        if (m_overwriteFrequency > 0)
            overwrite(arithmetic, (updatesBefore + 1) % m_overwriteFrequency == 0, average, variable);
    }
}

void MovingAverages::replace(Arithmetic& arithmetic, std::span<const VariableUpdate> updates) const
{
    for (std::size_t slot = 0; slot < m_averages.size(); ++slot)
        cast(arithmetic, m_averages[slot], updates[slot].variable->format(), *updates[slot].variable);
}

/// average * isNow + variable * !isNow, as JAX writes the choice: what is not finite in either gets through, as a NaN.
void MovingAverages::overwrite(Arithmetic& arithmetic, bool isNow, const Tensor& average, Tensor& variable)
{
    const Tensor& wide = castIfNeeded(arithmetic, variable, average.format(), m_wide);
    m_share.assign(isNow ? wide : average);
    scalarInPlace(arithmetic, Binary::Multiply, m_share, 0);
    binary(arithmetic, Binary::Add, isNow ? average : wide, m_share, m_sum);
    cast(arithmetic, m_sum, variable.format(), variable);
}

} // namespace ulpscope
