// SPDX-License-Identifier: GPL-3.0-or-later
// What a candidate's steps so far add up to. Counted here and nowhere else: summary.json, the window and the verdict read
// the same totals, so that one headline cannot have two values.
#pragma once

#include "engine/probe/step_figures.h"
#include "engine/train/birthplace.h"

#include <array>
#include <bitset>
#include <cstdint>
#include <memory>
#include <optional>

namespace ulpscope {

/// Skips count as recent within this many steps; at a run's start they only mean that the scale is being found.
inline constexpr std::int64_t kRecentSteps = 200;

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
    std::int64_t steps = 0;
    StepCounts counts;
    bool isCompared = false; ///< at some step with float64's gradients
    std::int64_t skippedSteps = 0;
    std::bitset<kRecentSteps> recentSkips; ///< the last step first
    double gradientAmax = 0; ///< the largest of the steps'
    std::optional<std::int64_t> divergedAt; ///< the first step with StepRecord::diverged
    std::array<SpecialCounts, kStepFigures> specials{}; ///< by StepFigure
    /// Of the first value that is not finite; null without one. Shared, since totals are copied at every step.
    std::shared_ptr<const Birthplace> birthplace;

    /// record, counts: of the next step. The birthplace is not theirs to tell.
    void add(const StepRecord& record, const StepCounts& stepCounts);

    /// Over all steps. Absent where no float64 tells.
    std::optional<double> gradientsFlushedPercent() const;
    double updatesLostPercent() const;
    const SpecialCounts& specialsOf(StepFigure figure) const
    {
        return specials.at(static_cast<std::size_t>(figure));
    }
};

} // namespace ulpscope
