// SPDX-License-Identifier: GPL-3.0-or-later
// Which steps a plot reads: the pointer's or else the pinned one, and a second one to tell how far apart two are. All of them go
// only as far as the runs that are plotted; what is pinned is so for the whole window (app/session/shown_step.h).
#pragma once

#include "app/session/run_history.h"
#include "app/session/shown_step.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace ulpscope::ui {

class StepCursors
{
public:
    /// step: where they are pinned, which must outlive this. reach: the first and the last step to go to; nothing without steps.
    StepCursors(ShownStep& step, std::function<std::optional<StepRange>()> reach);

    std::optional<StepRange> reach() const { return m_reach(); }
    /// The step that is read; nothing: the newest, without a line.
    std::optional<std::int64_t> read() const;
    /// Step of the second cursor; nothing while the pointer reads.
    std::optional<std::int64_t> second() const;
    /// The pinned step, limited to the steps that the runs have; pinned() is the same without this limit.
    std::optional<std::int64_t> pinnedHere() const { return within(m_step.pinned()); }
    std::optional<std::int64_t> pinned() const { return m_step.pinned(); }
    bool hasSecond() const { return m_step.second().has_value(); }

    /// Where the pointer is; nothing: it has left. Whether that is news.
    bool point(std::optional<std::int64_t> step);
    /// Stays there, also when the mouse reads another step meanwhile; nothing: the newest again.
    void pin(std::optional<std::int64_t> step);
    /// Sets the second cursor to that step; the first one is the pinned step, or the read one if none is pinned.
    /// Returns false without steps, as the functions below.
    bool pinSecond(std::int64_t step);
    bool pinRange(std::int64_t from, std::int64_t to);
    bool move(std::int64_t by);
    bool moveSecond(std::int64_t by);

private:
    std::optional<std::int64_t> within(std::optional<std::int64_t> step) const;
    /// Step that is read; the newest if no cursor line is drawn.
    std::int64_t readOr(const StepRange& reach) const { return read().value_or(reach.last); }

    ShownStep& m_step;
    std::function<std::optional<StepRange>()> m_reach;
    std::optional<std::int64_t> m_pointed; ///< under the mouse
};

} // namespace ulpscope::ui
