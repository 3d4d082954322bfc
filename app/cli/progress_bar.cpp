// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progress_bar.h"

#include "app/stop_signals.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ulpscope::cli {

std::string durationText(double seconds)
{
    constexpr double kMinute = 60;
    constexpr double kHour = 60 * kMinute;
    const auto in = [seconds](double unit, const char* name) {
        return std::to_string(std::llround(seconds / unit)) + name;
    };
    return seconds < 2 * kMinute ? in(1, " s") : seconds < 2 * kHour ? in(kMinute, " min") : in(kHour, " h");
}

ProgressBar::ProgressBar(std::string title, std::string unit)
    : m_title(std::move(title))
    , m_unit(std::move(unit))
    , m_isTerminal(isatty(STDERR_FILENO) != 0)
{
}

ProgressBar::~ProgressBar()
{
    if (m_isShown)
        std::fputs("\r\x1b[K", stderr);
}

void ProgressBar::show(std::int64_t done, std::int64_t total, const std::string& more)
{
    if (!m_isTerminal)
        return;
    constexpr std::chrono::milliseconds kBetween{100};
    const Clock::time_point now = Clock::now();
    if (m_isShown && now - m_lastShown < kBetween)
        return;
    m_lastShown = now;
    m_isShown = true;
    constexpr std::int64_t kWidth = 30;
    const auto filled = static_cast<std::size_t>(
        std::clamp<std::int64_t>(kWidth * done / std::max<std::int64_t>(total, 1), 0, kWidth));
    const std::string bar
        = std::string(filled, '#') + std::string(static_cast<std::size_t>(kWidth) - filled, '.');
    const double seconds = std::max(std::chrono::duration<double>(now - m_start).count(), 1e-9);
    const double perSecond = static_cast<double>(done) / seconds;
    std::fprintf(stderr, "\r\x1b[K%s [%s] %lld/%lld %ss, %.*f %ss/s", m_title.c_str(), bar.c_str(),
        static_cast<long long>(done), static_cast<long long>(total), m_unit.c_str(), perSecond < 10 ? 1 : 0,
        perSecond, m_unit.c_str());
    if (done > 0)
        std::fprintf(stderr, ", %s left",
            durationText(static_cast<double>(std::max<std::int64_t>(total - done, 0)) / perSecond).c_str());
    if (!more.empty())
        std::fprintf(stderr, ", %s", more.c_str());
    std::fflush(stderr);
}

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
