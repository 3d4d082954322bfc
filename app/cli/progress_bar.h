// SPDX-License-Identifier: GPL-3.0-or-later
// One line on stderr that grows while a run goes on; nothing when stderr is not a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace ulpscope::cli {

class ProgressBar
{
public:
    explicit ProgressBar(std::string title);
    ~ProgressBar(); ///< clears the line
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void show(std::int64_t done, std::int64_t total);

private:
    using Clock = std::chrono::steady_clock;
    std::string m_title;
    bool m_isTerminal;
    bool m_isShown = false;
    Clock::time_point m_start = Clock::now();
    Clock::time_point m_lastShown = m_start;
};

} // namespace ulpscope::cli
