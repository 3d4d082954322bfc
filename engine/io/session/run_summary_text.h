// SPDX-License-Identifier: GPL-3.0-or-later
// A run's summary as text: summary.json for programs, a table for a terminal.
#pragma once

#include "engine/session/session_spec.h"
#include "engine/train/run_summary.h"

#include <string>

namespace ulpscope {

inline constexpr int kSummaryFileVersion = 1;

/// summary.json: numbers shortest, non-finite ones as "NaN", "Infinity", "-Infinity", absent ones null.
std::string summaryJson(const RunSummary& summary, const SessionSpec& session);

/// The verdict and an aligned table; a diverged run says so and shows no accuracy.
std::string summaryTable(const RunSummary& summary, const SessionSpec& session);

} // namespace ulpscope
