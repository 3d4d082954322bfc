// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sweep/staged_progress.h"

#include "app/stop_signals.h"

namespace ulpscope::cli {

bool StagedProgress::show(const SearchProgress& progress)
{
    if (m_stage != progress.stage) {
        m_stage = progress.stage;
        m_bar.emplace("search, " + m_stage, "run");
    }
    const std::optional<double> left
        = progress.secondsLeft(std::chrono::duration<double>(Clock::now() - m_start).count());
    m_bar->show(static_cast<std::int64_t>(progress.done), static_cast<std::int64_t>(progress.wanted),
        left ? std::string(progress.isLeftAtMost ? "at most " : "about ") + durationText(*left)
                + " left in all"
             : "");
    return !stopSignalCame();
}

} // namespace ulpscope::cli
