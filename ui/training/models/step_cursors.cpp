// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/models/step_cursors.h"

#include <algorithm>
#include <utility>

namespace ulpscope::ui {

StepCursors::StepCursors(ShownStep& step, std::function<std::optional<StepRange>()> reach)
    : m_step(step)
    , m_reach(std::move(reach))
{
}

std::optional<std::int64_t> StepCursors::within(std::optional<std::int64_t> step) const
{
    const auto steps = m_reach();
    return step && steps ? std::optional(std::clamp(*step, steps->first, steps->last)) : std::nullopt;
}

std::optional<std::int64_t> StepCursors::read() const
{
    return within(m_pointed ? m_pointed : m_step.pinned());
}

std::optional<std::int64_t> StepCursors::second() const
{
    return m_pointed ? std::nullopt : within(m_step.second());
}

bool StepCursors::point(std::optional<std::int64_t> step)
{
    return std::exchange(m_pointed, step) != step;
}

void StepCursors::pin(std::optional<std::int64_t> step)
{
    m_pointed.reset();
    m_step.pin(within(step));
}

bool StepCursors::pinSecond(std::int64_t step)
{
    const auto steps = m_reach();
    return steps && pinRange(pinnedHere().value_or(readOr(*steps)), step);
}

bool StepCursors::pinRange(std::int64_t from, std::int64_t to)
{
    m_pointed.reset();
    const auto first = within(from);
    const auto last = within(to);
    if (first && last)
        m_step.pinRange(*first, *last);
    return first && last;
}

bool StepCursors::move(std::int64_t by)
{
    const auto steps = m_reach();
    if (steps)
        pin(readOr(*steps) + by);
    return steps.has_value();
}

bool StepCursors::moveSecond(std::int64_t by)
{
    const auto steps = m_reach();
    return steps && pinSecond(within(m_step.second()).value_or(readOr(*steps)) + by);
}

} // namespace ulpscope::ui
