// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/kept_states.h"

#include <algorithm>

namespace ulpscope {

namespace {

/// The first state after `step`.
template <class States>
auto firstAfter(States& states, std::int64_t step)
{
    return std::upper_bound(states.begin(), states.end(), step,
        [](std::int64_t wanted, const auto& state) { return wanted < state->step; });
}

} // namespace

std::size_t KeptState::bytes() const
{
    std::size_t total = sizeof *this + totals.size() * sizeof(RunTotals);
    for (const LaneState& lane : lanes)
        total += lane.bytes();
    return total;
}

bool KeptStates::isWanted(std::int64_t step) const
{
    if (m_budgetBytes == 0 || step % m_stride != 0)
        return false;
    const KeptState* last = lastUpTo(step);
    return last == nullptr || last->step != step;
}

KeptState& KeptStates::beginAdding(std::int64_t step)
{
    if (m_free.empty()) {
        m_adding = std::make_unique<KeptState>();
    } else {
        m_adding = std::move(m_free.back());
        m_free.pop_back();
    }
    m_adding->step = step;
    return *m_adding;
}

void KeptStates::added(double secondsAStep)
{
    m_bytes += m_adding->bytes();
    const std::int64_t step = m_adding->step;
    m_states.insert(firstAfter(m_states, step), std::move(m_adding));
    const auto isTooMuch = [&] {
        return m_bytes > m_budgetBytes || m_states.size() > kMaxStates
            || (m_bytes > kFewBytes && 2 * static_cast<double>(m_stride) * secondsAStep <= kQuickSeconds);
    };
    while (m_states.size() > 1 && isTooMuch())
        thinOut();
}

void KeptStates::thinOut()
{
    m_stride *= 2;
    std::vector<std::unique_ptr<KeptState>> kept;
    for (std::unique_ptr<KeptState>& state : m_states) {
        if (state->step % m_stride == 0) {
            kept.push_back(std::move(state));
            continue;
        }
        m_bytes -= state->bytes();
        m_free.push_back(std::move(state));
    }
    m_states = std::move(kept);
    // One is used at once; the rest would be memory beyond the budget.
    m_free.resize(std::min<std::size_t>(m_free.size(), 1));
}

std::vector<std::int64_t> KeptStates::steps() const
{
    std::vector<std::int64_t> steps;
    for (const auto& state : m_states)
        steps.push_back(state->step);
    return steps;
}

const KeptState* KeptStates::lastUpTo(std::int64_t step) const
{
    const auto after = firstAfter(m_states, step);
    return after == m_states.begin() ? nullptr : std::prev(after)->get();
}

} // namespace ulpscope
