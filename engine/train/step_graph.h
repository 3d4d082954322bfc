// SPDX-License-Identifier: GPL-3.0-or-later
// A step of all lanes as tasks with names, each after those that it names. The phases of a lane's step:
//     gradients -> redo -> compare -> update -> figures
// of which only that is ordered which needs the other, so that lanes and phases run side by side.
#pragma once

#include "engine/train/lockstep.h"
#include "engine/train/run_lanes.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace ulpscope {

enum class StepTask : std::uint8_t {
    Gradients, ///< forward and backward
    RedoForward, ///< takes the weights; in step watch all of the redo that is compared with
    RedoBackward, ///< what is left of it
    ComparePasses, ///< every tensor of the passes
    CompareGradients, ///< headline figures
    KeepWeights, ///< the twin's, as they are before its update
    Update,
    MeasureKept, ///< weights and states of the optimizer
    MeasureChanges ///< by how much the weights moved
};

struct TaskName
{
    StepTask task = StepTask::Gradients;
    const Lane* lane = nullptr; ///< whose; null: nobody's, as the twin's in step watch

    bool operator==(const TaskName&) const = default;
};

class StepGraph
{
public:
    /// after: a task that this step does not have is not waited for, but none that is added later may be named.
    /// place: of the lane on whose tensors it works most, among all.
    void add(
        TaskName name, std::size_t place, const std::vector<TaskName>& after, std::function<void()> work);

    std::span<const Lockstep::Task> tasks() const { return m_tasks; }
    /// By task.
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
