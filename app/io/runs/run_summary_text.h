// SPDX-License-Identifier: GPL-3.0-or-later
// A run's summary as text: summary.json for programs, a table for a terminal.
#pragma once

#include "app/judge/runs/repair_trials.h"
#include "engine/session/session_spec.h"
#include "engine/train/run_summary.h"

#include <optional>
#include <string>

namespace ulpscope {

inline constexpr int kSummaryFileVersion = 1;

Verdict verdictOf(const RunSummary& summary, const SessionSpec& session);

/// summary.json: numbers shortest, non-finite ones as "NaN", "Infinity", "-Infinity", absent ones null.
std::string summaryJson(const RunSummary& summary, const SessionSpec& session);

/// The verdict and an aligned table; a diverged run says so and shows no accuracy. trials: of the verdict's repairs, where they were
/// tried.
std::string summaryTable(
    const RunSummary& summary, const SessionSpec& session, const std::optional<RepairTrials>& trials = {});

} // namespace ulpscope
