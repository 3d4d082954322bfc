// SPDX-License-Identifier: GPL-3.0-or-later
// The lanes of a run, with what they train on and what was found out about them: plain data, on which the tasks of a step
// work (train/step_graph).
#pragma once

#include "engine/data/dataset.h"
#include "engine/session/checked_session.h"
#include "engine/train/lane.h"
#include "engine/train/step_phases.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace ulpscope {

/// A candidate lane with what was found out about it so far.
struct Candidate
{
    Candidate(const CheckedSession& checked, bool areInputsFinite, const Kernels& kernels,
        const std::stop_token& stop);

    Lane lane;
    LaneTensors tensors;
    GradientsPhase gradients;
    RedoPhase redo;
    ComparePhase compare;
    FiguresPhase figures;
    std::vector<std::string> notes;

    StepRecord record; ///< of the last step
    StepCounts counts; ///< of the step under way, as far as gradients are concerned
    std::optional<Birthplace> birthplace; ///< if it is in the step under way
    RunTotals totals;
};

struct RunLanes
{
    /// stop: ends it early, with fewer candidates.
    RunLanes(const std::vector<CheckedSession>& checked, Dataset loaded, const Kernels& kernels,
        const std::stop_token& stop = {});

    bool isSampled(std::int64_t stepIndex) const { return stepIndex % probes.tensorsEvery == 0; }

    Dataset data;
    ProbeSpec probes;
    std::unique_ptr<Lane> twin; ///< null in step watch
    WeightsBefore twinWeightsBefore; ///< at sampled steps
    std::vector<std::unique_ptr<Candidate>> candidates;
    Step step;
};

} // namespace ulpscope
