// SPDX-License-Identifier: GPL-3.0-or-later
// What the health strip says: a table of rules over the figures of a run. Each has a condition, a sentence, and an
// action that repairs it by editing the session.
#pragma once

#include "engine/judge/severity.h"
#include "engine/session/session_spec.h"
#include "engine/train/run_totals.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace ulpscope {

/// The figures that rules look at: those of a run so far.
struct HealthFigures
{
    std::int64_t steps = 0;
    std::optional<double> gradientsFlushedPercent; ///< absent where no float64 tells
    double updatesLostPercent = 0;
    std::int64_t overflows = 0;
    std::int64_t skippedSteps = 0;
    std::int64_t recentSteps = 0; ///< the last kRecentSteps, or as many as there are
    std::int64_t recentSkippedSteps = 0; ///< of those
    std::optional<double> errorVsFloat64; ///< absent without a twin
    double gradientAmax = 0; ///< largest |gradient| seen, unscaled
    std::optional<double> lossScale; ///< the last one
    std::optional<std::int64_t> divergedAt; ///< absent if it did not
    std::string
        firstNonFinite; ///< Birthplace::sentence of the run's first value that is not finite; empty without one
};

/// last: the record of the run's last step; of no step it may be any.
HealthFigures healthOf(const RunTotals& totals, const StepRecord& last);

struct Verdict
{
    std::string ruleId; ///< "gradients_flushed"
    Severity severity = Severity::Good;
    std::string sentence; ///< "84 % of the gradients became zero: ..."
    std::string why; ///< two or three sentences for a newcomer
    std::string actionText; ///< "Try loss scale 1024"; empty without an action
    std::function<void(SessionSpec&)> action; ///< the edit; empty without an action
};

/// The first rule of the table that applies; always one ("Numerically healthy").
Verdict judge(const SessionSpec& session, const HealthFigures& figures);

} // namespace ulpscope
