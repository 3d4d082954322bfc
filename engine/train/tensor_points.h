// SPDX-License-Identifier: GPL-3.0-or-later
// Every figure of every tensor of one sampled step: statistics, errors against float64, exponents.
#pragma once

#include "engine/train/float64_redo.h"
#include "engine/train/lane_tensors.h"

#include <vector>

namespace ulpscope {

/// What a sampled step is compared with.
struct Float64Tensors
{
    /// The twin's lane, or that of the redone step; null where this step was not redone.
    const Lane* lane = nullptr;
    bool isTwin = false; ///< whether errors are accumulated or of this step alone
    const std::vector<Tensor>* weightsBefore = nullptr; ///< the twin's, by slot
    const std::vector<Float64Redo::LayerError>* layers = nullptr; ///< null where layers were not redone
};

/// Copies of all trainable weights, by slot.
void keepWeights(const Lane& lane, std::vector<Tensor>& weights);

class TensorPoints
{
public:
    explicit TensorPoints(const LaneTensors& tensors)
        : m_tensors(tensors)
    {
    }

    /// After the update. weightsBefore: the candidate's, by slot.
    void add(const Lane& candidate, const std::vector<Tensor>& weightsBefore, const Float64Tensors& float64,
        StepRecord& record);

private:
    void addTensor(
        const Lane& candidate, const TensorRef& ref, const Float64Tensors& float64, StepRecord& record);
    void addUpdate(const Lane& candidate, const TensorRef& ref, const std::vector<Tensor>& weightsBefore,
        const Float64Tensors& float64, StepRecord& record);
    void addStatistics(const TensorRef& ref, const Tensor& tensor, double scale, StepRecord& record) const;
    void addScalings(const Lane& candidate, const TensorRef& output, StepRecord& record) const;

    const LaneTensors& m_tensors;
    Tensor m_update;
    Tensor m_wide;
    Tensor m_twinUpdate;
};

} // namespace ulpscope
