// SPDX-License-Identifier: GPL-3.0-or-later
// What a candidate's steps so far add up to. Counted here and nowhere else: summary.json, the window and the verdict read
// the same totals, so that one number cannot have two values.
#pragma once

#include "engine/probe/records.h"
#include "engine/train/birthplace.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <memory>
#include <optional>

namespace ulpscope {

/// Skips count as recent within this many steps; at a run's start they only mean that the scale is being found.
inline constexpr std::int64_t kRecentSteps = 200;

/// From here on a loss of float64 has diverged, although float64 goes on to 1.8e308: float32 ends at 3.4e38, and no loss comes
/// back from there.
inline constexpr double kDivergedLoss = 1e30;

struct RunTotals
{
    std::int64_t steps = 0;
    StepCounts counts; ///< gradients and updates: up to the step `divergedAt`
    std::int64_t skippedSteps = 0;
    bool weightsMoved = false; ///< in any step
    std::optional<double> firstReferenceLoss; ///< of the first step that has one
    std::bitset<kRecentSteps> recentSkips; ///< the last step first
    double gradientAmax = 0; ///< the largest of the steps'
    std::optional<std::int64_t> divergedAt; ///< the first step with StepRecord::diverged
    std::optional<std::int64_t> scalerEndedAt; ///< the first step with StepRecord::scalerEnded
    /// The first step whose loss in the reference is not finite, or has risen above kDivergedLoss.
    std::optional<std::int64_t> referenceDivergedAt;
    std::array<SpecialCounts, kStepMetrics> specials{}; ///< by StepMetric
    /// Searches for what the run diverges by, in steps by which it then did not diverge, as where gradients are clipped.
    std::int64_t vainSearches = 0;
    /// Where the first value arose that is not finite; null without one. Shared, since totals are copied at every step.
    std::shared_ptr<const Birthplace> birthplace;
    /// The same for the first one in the step `divergedAt`, where an earlier step, which was skipped or did no harm, had one too; else null.
    std::shared_ptr<const Birthplace> divergence;
    /// The same for the first NaN in the step `divergedAt`, where the first value of that step that is not finite is an infinity; else null.
    std::shared_ptr<const Birthplace> firstNan;

    /// What the run came to grief by, or its first value that is not finite; null without one.
    const std::shared_ptr<const Birthplace>& gravest() const { return divergence ? divergence : birthplace; }

    /// record: of the next step. Birthplaces are not its to tell.
    void add(const StepRecord& record);

    /// The last kRecentSteps, or as many as there are; and how many of them were skipped.
    std::int64_t recentSteps() const { return std::min(steps, kRecentSteps); }
    std::int64_t recentSkippedSteps() const { return static_cast<std::int64_t>(recentSkips.count()); }
    const SpecialCounts& specialsOf(StepMetric metric) const
    {
        return specials.at(static_cast<std::size_t>(metric));
    }
};

} // namespace ulpscope
