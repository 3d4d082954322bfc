// SPDX-License-Identifier: GPL-3.0-or-later
// Some assignments trained side by side under one seed, beside one float64 lane if the budget names a number that needs float64, else
// beside none. Each ends for itself: where a clause is broken for good, or nothing looks further.
#pragma once

#include "app/search/sweep/run_result.h"
#include "engine/base/memory_budget.h"
#include "engine/kernels/kernels.h"

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace ulpscope {

/// How many share a float64 lane and the data. More cost memory: a lane each.
inline constexpr std::size_t kWaveSize = 8;

/// Settings that all runs of a search share. What it refers to must outlive it.
struct TrialGround
{
    const SearchSpace& space;
    const Budget& budget;
    const Kernels& kernels;
    std::stop_token stop = {}; ///< ends a wave within a step, with an error of kind Stopped
    std::shared_ptr<MemoryBudget> memory = {}; ///< of which each wave takes a share; null: none
};

/// How many of `wanted` assignments a wave may have so that so many waves at a time take at most half of the ground's memory. At
/// least one.
std::size_t fittingWave(const TrialGround& ground, std::size_t waves, std::size_t wanted);

/// float32: of the same seed; null: it is the run in float32 that is trained. onResult: as each ends, in no order, with its
/// numbers so far. isWanted: asked after
/// every step; false ends the wave with an error of kind Stopped.
Status trainWave(const TrialGround& ground, std::uint64_t seed, std::span<const Assignment> assignments,
    const ClauseSeries* float32, const std::function<bool()>& isWanted,
    const std::function<Status(RunResult, const RunMetrics&)>& onResult);

} // namespace ulpscope
