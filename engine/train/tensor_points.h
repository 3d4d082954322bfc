// SPDX-License-Identifier: GPL-3.0-or-later
// Every metric of every tensor of one sampled step: statistics, errors against float64, exponents.
#pragma once

#include "engine/tensor/details.h"
#include "engine/train/float64_redo.h"
#include "engine/train/lane_tensors.h"
#include "engine/train/lost_updates.h"

#include <vector>

namespace ulpscope {

/// The metrics of one part of a candidate's tensors at its last sampled step. Kept, so that a step allocates nothing.
class TensorPoints
{
public:
    explicit TensorPoints(const LaneTensors& tensors);

    /// Forgets all of the step before; of passes the caller's first, before any of them is measured.
    void begin();
    /// Measures one tensor of the passes, by its ref's index, while what it is compared with is there.
    void measurePass(const Lane& candidate, std::size_t index, const Float64Tensors& float64);
    /// They become those of inputs, outputs and gradients, which the update does not change: this may run beside it.
    void measurePasses(const Lane& candidate, const Float64Tensors& float64);
    /// After the update: those of the weights and of the optimizer's states.
    void measureKept(const Lane& candidate, const Float64Tensors& float64);
    /// After the update: those of the stored changes.
    void measureUpdates(const Lane& candidate, const Float64Tensors& float64,
        const WeightsBefore& referenceBefore, const LostUpdates& lost);

    void addTo(StepRecord& record) const;

private:
    /// What was found of a tensor, for other refs of the same one.
    struct Found
    {
        const Tensor* tensor = nullptr;
        const Tensor* expected = nullptr; ///< what it was compared with, if it was
        TensorMetrics metrics;
    };

    void addTensor(const Lane& candidate, std::size_t index, const Float64Tensors& float64);
    void addHistogram(const TensorRef& ref, const TensorMetrics& metrics);

    const LaneTensors& m_tensors;
    std::vector<Found> m_found; ///< one for each ref
    std::vector<std::size_t> m_receivers; ///< the last ref whose sender each is, or itself
    TensorMetrics m_change;
    std::vector<TensorPoint> m_points;
    std::vector<ExponentHistogram> m_exponents;
};

/// Adds the local errors of redone layers.
void addLocalErrors(const LaneTensors& tensors, const Lane& candidate,
    const std::vector<Float64Redo::LayerError>& layers, StepRecord& record);

/// Scales and amaxes of the operands that have one scale a tensor. They lag by steps, so every step has them.
class ScalingPoints
{
public:
    ScalingPoints(const LaneTensors& tensors, const Lane& lane);

    /// After the update.
    void addTo(const Lane& lane, StepRecord& record) const;

private:
    struct Operand
    {
        NodeId node;
        std::size_t index; ///< of its layer's scalings
        PathId path;
        TensorRole role;
    };
    std::vector<Operand> m_operands;
};

} // namespace ulpscope
