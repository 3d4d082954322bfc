// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/staged_progress.h"

#include "app/stop_signals.h"

namespace ulpscope::cli {

bool StagedProgress::show(std::string_view stage, std::size_t done, std::size_t wanted)
{
    if (m_stage != stage) {
        m_stage = stage;
        m_bar.emplace("search, " + m_stage, "run");
    }
    m_bar->show(static_cast<std::int64_t>(done), static_cast<std::int64_t>(wanted));
    return !stopSignalCame();
}

} // namespace ulpscope::cli
