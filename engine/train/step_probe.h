// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the tensors of one step of a candidate into numbers: headline figures at each step, everything else at sampled
// ones. What float64 they are compared with depends on the watch mode.
#pragma once

#include "engine/probe/records.h"
#include "engine/train/float64_redo.h"
#include "engine/train/lane_tensors.h"
#include "engine/train/run_totals.h"
#include "engine/train/tensor_points.h"

#include <memory>
#include <string>
#include <vector>

namespace ulpscope {

class StepProbe
{
public:
    /// lane: the candidate, built.
    /// areInputsFinite: no example of the training data has a NaN or an infinity.
    StepProbe(const ModelPlan& plan, const TrainingSpec& training, const ProbeSpec& probes, const Lane& lane,
        bool areInputsFinite, const Kernels& kernels, const std::stop_token& stop = {});
    StepProbe(const StepProbe&) = delete;
    StepProbe& operator=(const StepProbe&) = delete;

    const LaneTensors& tensors() const { return m_tensors; }

    /// Its weights are the candidate's before the update of the last sampled step, in float64.
    const Lane& laneBefore() const { return m_redo.lane(); }

    /// Whether tensors are sampled at this step.
    bool isDue(std::int64_t stepIndex) const { return stepIndex % m_probes.tensorsEvery == 0; }

    /// After the candidate's backward pass, before its update: what its gradients are by themselves.
    void measureGradients(const Lane& candidate, StepRecord& record);

    /// At sampled steps, after the candidate's backward pass, all that is redone in float64; beginRedo() before the
    /// update, whose weights it takes, and in step watch before anything is compared. False if stopped.
    bool beginRedo(const Lane& candidate, const Dataset& data, const std::vector<std::int64_t>& batch,
        std::int64_t stepIndex, const std::stop_token* stop);
    bool endRedo(const Lane& candidate, std::int64_t stepIndex, const std::stop_token* stop);
    /// twin, here and below: after its own backward pass; null in step watch. Beside either lane's update, if need be.
    void measurePasses(const Lane& candidate, const Lane* twin);
    /// At each step: gradients, output and loss against float64; at sampled ones after measurePasses().
    StepCounts compareGradients(const Lane& candidate, const Lane* twin, bool isSampled, StepRecord& record);

    /// At sampled steps after the updates; the two may run side by side.
    void measureKept(const Lane& candidate, const Lane* twin);
    void measureUpdates(const Lane& candidate, const Lane* twin, const WeightsBefore& twinBefore);

    /// At last at each step.
    void gather(const Lane& candidate, std::int64_t stepIndex, StepRecord& record);

private:
    struct Part
    {
        explicit Part(const LaneTensors& tensors)
            : points(tensors)
        {
        }
        TensorPoints points;
        StepRecord record; ///< its tensors and exponents alone
    };

    Float64Tensors float64Of(const Lane* twin) const;
    /// Elements of all the step's tensors that are NaN or infinite.
    std::int64_t nonFiniteOf(const Lane& candidate);

    ProbeSpec m_probes;
    LaneTensors m_tensors;
    Part m_passes;
    Part m_kept;
    Part m_updates;
    Float64Redo m_redo;
    bool m_hasRedoneLayers = false; ///< at this step
    bool m_hasRedoneStep = false;
    bool m_isBackwardLeft = false; ///< of the layers
    bool m_areInputsFinite;
    bool m_wasFinite = false; ///< all that the last step left
};

} // namespace ulpscope
