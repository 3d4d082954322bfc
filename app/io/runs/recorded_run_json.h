// SPDX-License-Identifier: GPL-3.0-or-later
// Writes and reads the parts of a run that are no tables as JSON: its label, paths, totals and summary.
#pragma once

#include "app/io/json/json_members.h"
#include "app/io/runs/runs_file.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>

namespace ulpscope {

Json runTotalsJson(const RunTotals& totals);
/// json: an object; a mistake in it fails `members` at "totals".
RunTotals readRunTotals(const Json& json, JsonMembers& members);

/// folder: where the run's session has its relative paths from, as the file says it.
Json recordedRunJson(const SavedRun& run, const std::filesystem::path& folder);

/// Without session, records and metrics. The summary's last record is left to who has it.
Result<SavedRun> readRecordedRun(const Json& json, std::filesystem::path& folder);

} // namespace ulpscope
