// SPDX-License-Identifier: GPL-3.0-or-later
// A copy of one tensor of the last step, with the float64 lane's beside it: what a person looks at element by element.
#pragma once

#include "engine/probe/records.h"
#include "engine/train/lane.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ulpscope {

/// Which tensor: known before the first step, the same for the whole run.
struct TensorName
{
    std::string layer; ///< path, "sequential/dense"
    std::string name; ///< "kernel gradient"; tells apart the tensors of a layer
    TensorRole role = TensorRole::Output;

    bool operator==(const TensorName&) const = default;
};

struct TensorSnapshot
{
    TensorName name;
    std::int64_t step = -1; ///< -1: no step was trained yet, and only weights have values
    Shape shape;
    const Format* format = nullptr;
    double scale = 1; ///< the loss scale in a gradient's values; the reference's are multiplied by it
    std::vector<double> values;
    std::vector<double> reference; ///< of the float64 lane; empty where it has none of this shape
};

/// In the order of the layers: inputs, variables, output, then the gradients.
std::vector<TensorName> tensorNames(const Model& model);

/// Empty values if there is no such tensor or it has none yet. Copies; lanes are left as they are.
TensorSnapshot snapshotOf(
    const Lane& candidate, const Lane& reference, const TensorName& name, std::int64_t step);

} // namespace ulpscope
