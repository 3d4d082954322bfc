// SPDX-License-Identifier: GPL-3.0-or-later
// The facts about a log as sentences. Each says one thing, and only where it is so; verdicts put them together.
#pragma once

#include "app/judge/logs/log_facts.h"
#include "engine/base/message.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

enum class LogFact : std::uint8_t {
    NoLoss,
    LossFinite,
    LossNotFinite,
    LossPartNotFinite,
    LossMeanStays,
    LossGrewBefore,
    LossStandsStill,
    LossSkipped,
    LossNotShownSkipped,
    LossNewStart,
    LossStops,
    LossNull,
    LossZero,
    LossFiltered,
    LossLeftOut,
    MeanLossNotFinite,
    ValidationNotFinite,
    ValidationFinite,
    ValidationAllFinite,
    NormNotFinite,
    NormNull,
    NormBeforeLoss,
    NormFiniteBesideLoss,
    LossFiniteBesideNorm,
    NormZero,
    MeanNormNotFinite,
    NoSkips,
    SkipsNotMentioned,
    Skips,
    SkippedShare,
    NoScale,
    ScaleNotFinite,
    ScaleOnce,
    ScaleConstant,
    FallsToEnd,
    LossFiniteInFalls,
    LossNotFiniteInFalls,
    NoLossInFalls,
    NormInFalls,
    GrowthBeforeFalls,
    FallsBeforeLoss,
    AtMinimum,
    ScaleBelowOne,
    LossFiniteAtFalls,
    FellAndHolds,
    FellAgain,
    NotGrown,
    SawTooth,
    GrowsOnly,
    LossFollowsScale,
    NormFollowsScale,
    NormGrowsEvenly,
    ScheduleCountsSkips,
};

struct LogFactRow
{
    LogFact fact = LogFact::NoLoss;
    std::string_view id; ///< "loss_not_finite"
    bool (*holds)(const LogFacts&) = nullptr;
    Message (*sentence)(const LogFacts&) = nullptr; ///< the sentence, where the fact holds
    std::vector<LogPlace> (*places)(const LogFacts&)
        = nullptr; ///< places that the fact follows from; nullptr: it is about the whole log
};

std::span<const LogFactRow> logFactRows(); ///< rows in the order of LogFact
const LogFactRow& rowOf(LogFact fact);

/// "2^16", "2^19.008", "0.7"
std::string powerText(double scale);

} // namespace ulpscope
