// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/run_totals.h"

#include <algorithm>

namespace ulpscope {

StepCounts& StepCounts::operator+=(const StepCounts& other)
{
    gradientsNonZero += other.gradientsNonZero;
    gradientsFlushed += other.gradientsFlushed;
    updatesNonZero += other.updatesNonZero;
    updatesLost += other.updatesLost;
    overflows += other.overflows;
    return *this;
}

double percent(std::int64_t part, std::int64_t whole)
{
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

void RunTotals::add(const StepRecord& record, const StepCounts& stepCounts)
{
    ++steps;
    counts += stepCounts;
    isCompared = isCompared || record.gradientsFlushedPercent.has_value();
    skippedSteps += record.skipped ? 1 : 0;
    recentSkips <<= 1;
    recentSkips.set(0, record.skipped);
    gradientAmax = std::max(gradientAmax, record.gradientAmax);
    if (record.diverged && !divergedAt)
        divergedAt = record.step;
    for (std::size_t i = 0; i < kStepFigures; ++i)
        if (const std::optional<double> value = figureOf(record, static_cast<StepFigure>(i)))
            specials[i].add(*value);
}

std::optional<double> RunTotals::gradientsFlushedPercent() const
{
    if (!isCompared)
        return std::nullopt;
    return percent(counts.gradientsFlushed, counts.gradientsNonZero);
}

double RunTotals::updatesLostPercent() const
{
    return percent(counts.updatesLost, counts.updatesNonZero);
}

} // namespace ulpscope
