// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/optimizer.h"

#include <utility>

namespace ulpscope {

namespace {

/// Layers' products have the streams below this one.
constexpr std::uint32_t kFirstStream = 0x8000'0000;
constexpr std::uint32_t kStreamsOfASlot = 4;

} // namespace

std::span<const Tensor> Optimizer::state(std::size_t slot) const
{
    return slot < m_states.size() ? std::span<const Tensor>(m_states[slot]) : std::span<const Tensor>();
}

namespace {

void assignAll(const std::vector<std::vector<Tensor>>& from, std::vector<std::vector<Tensor>>& to)
{
    to.resize(from.size());
    for (std::size_t slot = 0; slot < from.size(); ++slot) {
        to[slot].resize(from[slot].size());
        for (std::size_t i = 0; i < from[slot].size(); ++i)
            to[slot][i].assign(from[slot][i]);
    }
}

} // namespace

void Optimizer::save(OptimizerState& state) const
{
    state.iterations = m_iterations;
    assignAll(m_states, state.tensors);
}

void Optimizer::restore(const OptimizerState& state)
{
    m_iterations = state.iterations;
    assignAll(state.tensors, m_states);
}

UpdateCounts Optimizer::update(Arithmetic& arithmetic, std::size_t slot, Tensor& variable,
    const Tensor& gradient, double gradientDivisor, const std::optional<UpdateNumerics>& numerics)
{
    if (m_states.size() <= slot)
        m_states.resize(slot + 1);
    std::vector<Tensor>& state = m_states[slot];
    const Format& stateFormat = numerics ? *numerics->state.format : variable.format();
    while (state.size() < stateTensors())
        state.emplace_back(variable.shape(), stateFormat);
    if (numerics)
        return updateWider(arithmetic, slot, variable, gradient, gradientDivisor, *numerics);
    return step(arithmetic, variable, state, gradient, gradientDivisor);
}

UpdateCounts Optimizer::updateWider(Arithmetic& arithmetic, std::size_t slot, Tensor& variable,
    const Tensor& gradient, double gradientDivisor, const UpdateNumerics& numerics)
{
    std::vector<Tensor>& state = m_states[slot];
    RandomKey key{m_seed, RandomUse::Rounding,
        kFirstStream + static_cast<std::uint32_t>(slot) * kStreamsOfASlot,
        static_cast<std::uint64_t>(iterations())};
    // A state that is not finite is an overflow where it becomes so, but no weight that diverged.
    Arithmetic ofState = arithmetic;
    m_wideState.resize(state.size());
    for (std::size_t i = 0; i < state.size(); ++i)
        cast(ofState, state[i], *numerics.compute, m_wideState[i]);
    cast(ofState, variable, *numerics.compute, m_wideVariable);

    UpdateCounts counts = step(arithmetic, m_wideVariable, m_wideState, gradient, gradientDivisor);

    cast(arithmetic, m_wideVariable, *numerics.variable.format, m_stored, numerics.variable.rounding, key);
    counts.lost += countLostByStoring(variable, m_wideVariable, m_stored);
    std::swap(variable, m_stored);
    ofState.counts() = {};
    for (std::size_t i = 0; i < state.size(); ++i) {
        ++key.stream;
        cast(ofState, m_wideState[i], *numerics.state.format, state[i], numerics.state.rounding, key);
    }
    arithmetic.counts().overflows += ofState.counts().overflows;
    return counts;
}

} // namespace ulpscope
