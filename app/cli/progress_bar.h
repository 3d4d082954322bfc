// SPDX-License-Identifier: GPL-3.0-or-later
// One line on stderr that grows while a run goes on, with the time left; nothing when stderr is not a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace ulpscope::cli {

class ProgressBar
{
public:
    /// unit: what is counted, one of it.
    explicit ProgressBar(std::string title, std::string unit = "step");
    ~ProgressBar(); ///< clears the line
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void show(std::int64_t done, std::int64_t total);

private:
    using Clock = std::chrono::steady_clock;
    std::string m_title;
    std::string m_unit;
    bool m_isTerminal;
    bool m_isShown = false;
    Clock::time_point m_start = Clock::now();
    Clock::time_point m_lastShown = m_start;
};

} // namespace ulpscope::cli
