// SPDX-License-Identifier: GPL-3.0-or-later
// The lanes of a run, and a step of all of them as tasks with names, each after those that it names. The phases of a
// lane's step:
//     gradients -> redo -> compare -> update -> metrics
// of which only that is ordered which needs the other, so that lanes and phases run side by side.
#pragma once

#include "engine/train/candidate.h"
#include "engine/train/lockstep.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace ulpscope {

/// What the tasks of a step work on.
struct RunLanes
{
    /// stop: ends it early, with fewer candidates.
    RunLanes(const std::vector<CheckedSession>& checked, Dataset loaded, const Kernels& kernels,
        const std::stop_token& stop = {});

    bool isSampled(std::int64_t stepIndex) const { return stepIndex % probes.tensorsEvery == 0; }

    Dataset data;
    ProbeSpec probes;
    std::unique_ptr<Lane> reference; ///< null in step watch
    WeightsBefore referenceWeightsBefore; ///< before the update of the last step
    std::vector<std::unique_ptr<Candidate>> candidates;
    Step step;
};

enum class StepTask : std::uint8_t {
    Gradients, ///< forward and backward
    RedoBegin, ///< keeps the weights; in step watch all of the redo that is compared with
    RedoEnd, ///< what is left of it
    ComparePasses, ///< every tensor of the passes
    CompareStep, ///< what the record of every step has of float64
    KeepWeights, ///< the reference's, as they are before its update
    Update,
    CountLostUpdates,
    MeasureKept, ///< weights and states of the optimizer
    MeasureChanges ///< by how much the weights moved
};

struct TaskName
{
    StepTask task = StepTask::Gradients;
    const Lane* lane = nullptr; ///< null: none, as for the reference in step watch

    bool operator==(const TaskName&) const = default;
};

class StepGraph
{
public:
    /// `after` names earlier tasks to wait for; a task that this step does not have is not waited for.
    /// `place` is the index of the lane on whose tensors the task works most.
    void add(
        TaskName name, std::size_t place, const std::vector<TaskName>& after, std::function<void()> work);

    std::span<const Lockstep::Task> tasks() const { return m_tasks; }
    /// Names of the tasks, in the order of tasks().
    const std::vector<TaskName>& names() const { return m_names; }

private:
    std::vector<Lockstep::Task> m_tasks;
    std::vector<TaskName> m_names;
    std::vector<TaskName> m_missing; ///< those waited for that were not there
};

/// isInterruptible: no weight moves before all is done that a stop could cut short, so that the step can be begun again.
/// The graph works on `run`, which must outlive it and stay where it is.
StepGraph graphOfStep(RunLanes& run, bool isSampled, bool isInterruptible);

} // namespace ulpscope
