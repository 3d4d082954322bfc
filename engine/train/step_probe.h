// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the tensors of one step of a candidate into numbers: headline figures at each step, everything else at sampled
// ones. What float64 they are compared with depends on the watch mode.
#pragma once

#include "engine/probe/records.h"
#include "engine/train/float64_redo.h"
#include "engine/train/lane_tensors.h"
#include "engine/train/run_totals.h"
#include "engine/train/tensor_points.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace ulpscope {

class StepProbe
{
public:
    /// lane: the candidate, built.
    StepProbe(const ModelPlan& plan, const TrainingSpec& training, const ProbeSpec& probes, const Lane& lane,
        const Kernels& kernels);
    StepProbe(const StepProbe&) = delete;
    StepProbe& operator=(const StepProbe&) = delete;

    const LaneTensors& tensors() const { return m_tensors; }
    /// Amax, zeros and non-finite elements of every tensor after the last backward pass, in the order of tensors().refs().
    const std::vector<TensorStatistics>& statistics() const { return m_statistics; }

    /// keepWeights() of the candidate before the update of the last sampled step.
    const std::vector<Tensor>& weightsBefore() const { return m_weightsBefore; }

    /// Whether tensors are sampled at this step.
    bool isDue(std::int64_t stepIndex) const { return stepIndex % m_probes.tensorsEvery == 0; }

    /// Between the candidate's backward pass and its update: redoes in float64 what this step needs. False if stopped.
    bool redo(const Lane& candidate, const Dataset& data, const std::vector<std::int64_t>& batch,
        std::int64_t stepIndex, const std::stop_token* stop);
    /// Then, still before the update. twin: after its own backward pass; null in step watch.
    StepCounts measureGradients(
        const Lane& candidate, const Lane* twin, std::int64_t stepIndex, StepRecord& record);
    /// At sampled steps after the updates: what measureUpdate() finds is in two parts that may be found side by side.
    static constexpr std::size_t kParts = 2;
    /// twinWeightsBefore: keepWeights() of the twin before its update.
    void measureUpdate(std::size_t part, const Lane& candidate, const Lane* twin,
        const std::vector<Tensor>& twinWeightsBefore);
    /// After both parts, and at steps that are not sampled.
    void gather(std::int64_t stepIndex, StepRecord& record);

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

    /// The ref before which about half of all elements are.
    std::size_t middleOf(const Lane& candidate) const;

    ProbeSpec m_probes;
    LaneTensors m_tensors;
    std::array<Part, kParts> m_parts;
    Float64Redo m_redo;
    bool m_hasRedoneLayers = false; ///< at this step
    bool m_hasRedoneStep = false;
    std::vector<TensorStatistics> m_statistics;
    std::vector<Tensor> m_weightsBefore; ///< by slot, at sampled steps
};

} // namespace ulpscope
