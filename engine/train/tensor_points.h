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

    /// After the update: tensors and exponents of `record` become those of refs [begin, end). weightsBefore: the
    /// candidate's, by slot.
    void add(const Lane& candidate, const std::vector<Tensor>& weightsBefore, const Float64Tensors& float64,
        std::size_t begin, std::size_t end, StepRecord& record);

private:
    /// What was found of a tensor, for other refs of the same one.
    struct Found
    {
        const Tensor* tensor = nullptr;
        TensorDetail detail;
        std::size_t histogram = 0; ///< index into the record's
        const Tensor* expected = nullptr; ///< what it was compared with, if it was
        ComparisonDetail comparison;
    };

    void addTensor(
        const Lane& candidate, std::size_t index, const Float64Tensors& float64, StepRecord& record);
    void addUpdate(const Lane& candidate, const TensorRef& ref, const std::vector<Tensor>& weightsBefore,
        const Float64Tensors& float64, StepRecord& record);
    static void addStatistics(const TensorRef& ref, const Tensor& tensor, double scale,
        const TensorDetail& detail, StepRecord& record);
    static void addHistogram(const TensorRef& ref, StepRecord& record);
    void addScalings(const Lane& candidate, const TensorRef& output, StepRecord& record) const;

    const LaneTensors& m_tensors;
    std::vector<Found> m_found; ///< by ref
    Tensor m_update;
    Tensor m_wide;
    Tensor m_twinUpdate;
};

} // namespace ulpscope
