// SPDX-License-Identifier: GPL-3.0-or-later
// What a candidate's steps so far add up to.
#pragma once

#include "engine/train/birthplace.h"

#include <cstdint>
#include <optional>

namespace ulpscope {

/// Counts behind the percentages, kept so that a run's totals are exact.
struct StepCounts
{
    std::int64_t gradientsNonZero = 0; ///< in float64
    std::int64_t gradientsFlushed = 0; ///< of these, exactly zero in the candidate
    std::int64_t updatesNonZero = 0;
    std::int64_t updatesLost = 0;
    std::int64_t overflows = 0;

    StepCounts& operator+=(const StepCounts& other);
};

/// 100 * part / whole; 0 when there is nothing to count.
double percent(std::int64_t part, std::int64_t whole);

struct RunTotals
{
    StepCounts counts;
    std::int64_t skippedSteps = 0;
    std::optional<std::int64_t> divergedAt;
    std::optional<Birthplace> birthplace; ///< of the first value that is not finite
};

} // namespace ulpscope
