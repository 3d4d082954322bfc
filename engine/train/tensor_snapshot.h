// SPDX-License-Identifier: GPL-3.0-or-later
// A copy of one tensor of the last step, with the float64 lane's beside it: what a person looks at element by element.
#pragma once

#include "engine/train/lane_tensors.h"
#include "engine/train/lost_updates.h"

#include <cstdint>
#include <vector>

namespace ulpscope {

struct TensorSnapshot
{
    TensorName name;
    std::int64_t step = -1; ///< -1: no step was trained yet, and only weights have values
    Shape shape;
    const Format* format = nullptr;
    double scale = 1; ///< the loss scale in a gradient's values; the reference's are multiplied by it
    std::vector<double> values;
    std::vector<double> reference; ///< of the float64 reference; empty where it has none of this shape
    /// For an update, the stored weights before it; else empty.
    std::vector<double> weights;
    const Format* weightFormat = nullptr; ///< of an update; else null
};

/// In the order of the layers: inputs, variables, output, gradients, updates, then states of the optimizer.
std::vector<TensorName> tensorNames(const Lane& lane, const LaneTensors& tensors);

/// Empty values if there is no such tensor or it has none yet. Copies; lanes are left as they are. reference: may be null.
/// before: the candidate's weights before the step's update, of which an update is the change in float64; null where it has none, and
/// then updates have no values. referenceBefore: the reference's, before the same step.
TensorSnapshot snapshotOf(const Lane& candidate, const LaneTensors& tensors, const Lane* reference,
    const TensorName& name, std::int64_t step, const WeightsBefore* before,
    const WeightsBefore& referenceBefore);

} // namespace ulpscope
