// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/logs/log_ranks.h"

#include <algorithm>
#include <limits>

namespace ulpscope {

namespace {

/// Lines of one overflow after the other, with nothing between them, that leave the same scale.
struct RepeatedOverflow
{
    std::size_t first = 0; ///< index of its event
    std::size_t count = 1;
};

std::vector<RepeatedOverflow> repeatedOverflows(const TrainingLog& log)
{
    std::vector<RepeatedOverflow> repeated;
    for (std::size_t i = 0; i < log.events.size(); ++i) {
        const LogEvent& event = log.events[i];
        if (!event.isOverflow || !event.lossScale)
            continue;
        const bool isSame = !repeated.empty() && repeated.back().first + repeated.back().count == i
            && log.events[i - 1].lossScale == event.lossScale
            && log.events[i - 1].isScaleHeld == event.isScaleHeld;
        if (isSame)
            ++repeated.back().count;
        else
            repeated.push_back({i});
    }
    return repeated;
}

/// How many processes print each overflow: as often as the one that is repeated least. Where the log breaks off, some may be missing.
std::size_t printingRanks(const TrainingLog& log, const std::vector<RepeatedOverflow>& repeated)
{
    std::size_t ranks = std::numeric_limits<std::size_t>::max();
    for (const RepeatedOverflow& each : repeated)
        if (repeated.size() == 1 || each.first + each.count < log.events.size())
            ranks = std::min(ranks, each.count);
    return repeated.empty() ? 1 : ranks;
}

} // namespace

std::optional<TrainingLog> withoutOtherRanks(const TrainingLog& log)
{
    const std::vector<RepeatedOverflow> repeated = repeatedOverflows(log);
    const std::size_t ranks = printingRanks(log, repeated);
    if (ranks == 1)
        return std::nullopt;
    TrainingLog once = log;
    once.events.clear();
    auto next = repeated.begin();
    for (std::size_t i = 0; i < log.events.size(); ++i) {
        while (next != repeated.end() && i >= next->first + next->count)
            ++next;
        if (next == repeated.end() || i < next->first || (i - next->first) % ranks == 0)
            once.events.push_back(log.events[i]);
    }
    return once;
}

} // namespace ulpscope
