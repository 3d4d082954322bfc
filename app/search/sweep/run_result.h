// SPDX-License-Identifier: GPL-3.0-or-later
// The record of a run of a search: a line of JSON, found by the run's name.
#pragma once

#include "app/search/plan/search_space.h"
#include "app/search/sweep/run_metrics.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace ulpscope {

struct RunResult
{
    std::string run = {}; ///< runName()
    std::string against = {}; ///< the run in float32 that it was held against; empty: it is one
    std::uint64_t seed = 0;
    Assignment assignment = {};
    std::int64_t steps
        = 0; ///< that were trained: fewer than the session's where a clause was broken, or none looks further
    std::vector<ClauseReading> readings = {}; ///< one reading for each clause
    ClauseSeries float32 = {}; ///< values of the clause for the run in float32

    /// The first clause that the run breaks.
    std::optional<std::size_t> brokenClause() const;
    /// The largest of the clauses'.
    double use() const;
};

/// The fingerprint() of all that the run's numbers depend on: session, the bytes of its files,
/// policies, seed, the kernels' level and the program's version. What is compared with, and when it is looked at, change no number and do not count.
std::string runName(
    const SearchSpace& space, const Assignment& assignment, std::uint64_t seed, std::string_view kernelLevel);

/// {layer path: name of its entry}
nlohmann::ordered_json policiesJson(const SearchSpace& space, const Assignment& assignment);
/// Name of the assignment's loss scale; null where loss scales are not searched.
nlohmann::ordered_json lossScaleJson(const SearchSpace& space, const Assignment& assignment);
/// A number, or the name of one that JSON has not; null for NaN.
nlohmann::ordered_json numberJson(double value);

/// In one line, without its end. metrics: null: it then says what it came to under this budget, and nothing to others.
std::string resultLine(const RunResult& result, const SearchSpace& space, const Budget& budget,
    const RunMetrics* metrics = nullptr);
/// What a line says under a budget. float32: of the same seed, with its series; null: the line is of the run in float32. Nothing where it
/// does not say enough. assignment and seed are the asker's.
std::optional<RunResult> readResult(
    const nlohmann::ordered_json& line, const Budget& budget, const RunResult* float32);

} // namespace ulpscope
