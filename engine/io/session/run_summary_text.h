// SPDX-License-Identifier: GPL-3.0-or-later
// A run's summary as text: summary.json for programs, a table for a terminal.
#pragma once

#include "engine/train/run_summary.h"

#include <cstdint>
#include <string>

namespace ulpscope {

inline constexpr int kSummaryFileVersion = 1;

/// summary.json: numbers shortest, non-finite ones as "NaN", "Infinity", "-Infinity", absent ones null.
std::string summaryJson(const RunSummary& summary, std::uint64_t seed);

/// As an aligned table; a diverged run says so and shows no accuracy.
std::string summaryTable(const RunSummary& summary);

} // namespace ulpscope
