// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/shown_step.h"

namespace ulpscope {

void ShownStep::pin(std::optional<std::int64_t> step)
{
    set(step, std::nullopt);
}

void ShownStep::pinRange(std::int64_t pinned, std::int64_t second)
{
    set(pinned, second == pinned ? std::nullopt : std::optional(second));
}

void ShownStep::set(std::optional<std::int64_t> pinned, std::optional<std::int64_t> second)
{
    if (pinned == m_pinned && second == m_second)
        return;
    m_pinned = pinned;
    m_second = second;
    emit changed();
}

} // namespace ulpscope
