// SPDX-License-Identifier: GPL-3.0-or-later
// Kept runs as one file, .ulpsruns: a zip archive that NumPy opens as an .npz. Its "runs.json" says format, version and what
// numbers in the tables stand for; run N has a folder of that number with
//   session.ulps  the session that it was trained from
//   run.json      its name and note, its paths, totals and summary
//   records.npy   float64 [steps, columns]: its steps; "has_" columns say where a number is absent
//   metrics.npy   float64 [metrics, 4]: path, role, metric, points
//   steps.npy     float64 [points]: the steps of its points, metric after metric
//   values.npy    float64 [points]: and their values
// All numbers come back to the bit, NaN too. Exponents are not kept.
#pragma once

#include "engine/file/atomic_file.h"
#include "engine/train/recorded_run.h"

#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

inline constexpr int kRunsFileVersion = 1;
/// "ulpsruns", without the dot.
inline constexpr std::string_view kRunsFileSuffix = "ulpsruns";
inline constexpr std::size_t kLargestRunsFile = std::size_t{1} << 30; ///< bytes
inline constexpr std::size_t kMaxRunsInFile = 1000;

/// The user's name, note and star of a run, and its made name.
struct RunLabel
{
    std::string madeName = {};
    std::string givenName = {}; ///< empty: none
    std::string note = {};
    std::string begun = {}; ///< ISO 8601, local time
    bool isStarred = false;
    bool isCompared = false;
    int look = 0; ///< index, from 0, of the window's line style that it is drawn with
    std::string sweep = {}; ///< name of the sweep that it is a point of; empty if it is in none
    std::string home = {}; ///< in a copy for a killed window: the file that it is to be saved in; else empty

    bool operator==(const RunLabel&) const = default;
};

struct SavedRun
{
    RecordedRun run; ///< a run of at least one step
    RunLabel label;
};

/// The bytes of a file that will be in that folder, from which relative paths of the sessions are told.
Result<std::string> writeRuns(std::span<const SavedRun> runs, const std::filesystem::path& folder);

/// Whatever the bytes are: every run is whole and in order, or there is one error with its place, "0/records.npy: ...".
/// Stopped, an error says so.
Result<std::vector<SavedRun>> readRuns(
    std::string_view bytes, const std::filesystem::path& folder, const std::stop_token& stop = {});

/// readRuns() of a file; the error's place is the path.
Result<std::vector<SavedRun>> loadRuns(const std::filesystem::path& path, const std::stop_token& stop = {});

} // namespace ulpscope
