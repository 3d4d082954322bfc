// SPDX-License-Identifier: GPL-3.0-or-later
// One line on stderr that grows while a run goes on, with the time left; nothing when stderr is not a terminal.
#pragma once

#include "app/search/plan/search_plan.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace ulpscope::cli {

/// "12 s", "3 min", "2 h"
std::string durationText(double seconds);

class ProgressBar
{
public:
    /// `unit` is the singular of the counted unit.
    explicit ProgressBar(std::string title, std::string unit = "step");
    ~ProgressBar(); ///< clears the line
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// more: behind the time left; empty: nothing.
    void show(std::int64_t done, std::int64_t total, const std::string& more = {});

private:
    using Clock = std::chrono::steady_clock;
    std::string m_title;
    std::string m_unit;
    bool m_isTerminal;
    bool m_isShown = false;
    Clock::time_point m_start = Clock::now();
    Clock::time_point m_lastShown = m_start;
};

// The progress bar of what is searched: a bar for each stage, with the time that is left in all, and the wish to stop by a signal.
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
