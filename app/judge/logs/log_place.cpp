// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/logs/log_place.h"

#include "engine/base/number_text.h"

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

Message placeText(const LogPlace& place)
{
    if (place.part == 0)
        return message("line %1").with(std::to_string(place.line));
    std::string step = place.step ? std::to_string(place.stepOfEpoch.value_or(*place.step)) : std::string();
    if (place.step && place.lastStep)
        step += '/' + std::to_string(*place.lastStep);
    if (place.epoch && place.step)
        return message("epoch %1, step %2").with(shortestText(*place.epoch)).with(std::move(step));
    if (place.step)
        return message("step %1").with(std::move(step));
    if (place.epoch)
        return message("epoch %1").with(shortestText(*place.epoch));
    return message("line %1, entry %2").with(std::to_string(place.line)).with(std::to_string(place.part));
}

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
