// SPDX-License-Identifier: GPL-3.0-or-later
// What a TrainingRun holds.
#pragma once

#include "engine/train/kept_states.h"
#include "engine/train/run_lanes.h"
#include "engine/train/step_graph.h"
#include "engine/train/training_run.h"

#include <array>

namespace ulpscope {

struct TrainingRunState
{
    TrainingRunState(const std::vector<CheckedSession>& checked, Dataset loaded, const Kernels& kernels,
        const RunOptions& options);

    RunLanes lanes;
    BatchOrder order;
    std::int64_t lastStep; ///< where the session's training ends
    std::int64_t stepsDone = 0;

    Lockstep lockstep;
    /// Of any step and of sampled ones, without and with a regard for stops. Made once, so that a step allocates nothing.
    std::array<std::array<StepGraph, 2>, 2> graphs;

    KeptStates kept;
    double seconds = 0; ///< spent in steps
    double longestStep = 1; ///< of the last ones in seconds, the longer ago the less; not known at first
    std::int64_t timedSteps = 0;
};

} // namespace ulpscope
