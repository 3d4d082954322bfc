// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/run_totals.h"

#include <cmath>

namespace ulpscope {

void RunTotals::add(const StepRecord& record)
{
    ++steps;
    counts += record.counts;
    skippedSteps += record.skipped ? 1 : 0;
    recentSkips <<= 1;
    recentSkips.set(0, record.skipped);
    gradientAmax = std::max(gradientAmax, record.gradientAmax); // which a NaN leaves as it is
    if (record.diverged && !divergedAt)
        divergedAt = record.step;
    if (record.scalerEnded && !scalerEndedAt)
        scalerEndedAt = record.step;
    weightsMoved = weightsMoved || record.weightsMoved;
    if (record.referenceLoss) {
        firstReferenceLoss = firstReferenceLoss.value_or(*record.referenceLoss);
        const bool isLarge = *record.referenceLoss > kDivergedLoss && *firstReferenceLoss <= kDivergedLoss;
        if ((isLarge || !std::isfinite(*record.referenceLoss)) && !referenceDivergedAt)
            referenceDivergedAt = record.step;
    }
    for (std::size_t i = 0; i < kStepMetrics; ++i)
        if (const std::optional<double> value = metricOf(record, static_cast<StepMetric>(i)))
            specials[i].add(*value);
}

} // namespace ulpscope
