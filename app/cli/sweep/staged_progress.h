// SPDX-License-Identifier: GPL-3.0-or-later
// The progress bar of what is searched: a bar for each stage, with the time that is left in all, and the wish to stop by a signal.
#pragma once

#include "app/cli/progress_bar.h"
#include "app/search/plan/search_plan.h"

#include <chrono>
#include <optional>
#include <string>

namespace ulpscope::cli {

class StagedProgress
{
public:
    /// False once a stop signal came.
    bool show(const SearchProgress& progress);

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point m_start = Clock::now();
    std::string m_stage;
    std::optional<ProgressBar> m_bar;
};

} // namespace ulpscope::cli
