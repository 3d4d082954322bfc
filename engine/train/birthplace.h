// SPDX-License-Identifier: GPL-3.0-or-later
// Where a value that is not finite was born, a run's first one or that which it diverged by: step, layer, tensor and element, and the
// operands that made it.
#pragma once

#include "engine/probe/records.h"
#include "engine/tensor/nonfinite_watch.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ulpscope {

struct Dataset;
class Lane;

struct Birthplace
{
    std::int64_t step = 0;
    bool isOfRun = true; ///< the run's first; else the first of its step alone
    Pass pass = Pass::Forward;
    std::string layer; ///< path; empty for the loss
    std::string tensor; ///< "output", "kernel gradient", "loss"
    TensorRole role = TensorRole::Output;
    std::string index; ///< of the element, "[3, 5]"; empty for a scalar
    double value = 0; ///< NaN or an infinity
    std::string format; ///< of the tensor
    std::string
        operation; ///< "matrix product"; "data" or "initial weights" where it was there before the run computed
    std::vector<NamedValue> operands;
    std::string sentence; ///< all of this, for a person
};

std::string_view passName(Pass pass); ///< "forward"

/// Of a lane whose last computeGradients() was for this batch and step and left something that is not finite: repeats it,
/// which gives the same numbers, with a watch on every operation. isOfRun: no step before had such a value.
std::optional<Birthplace> birthplaceInGradients(
    Lane& lane, const Dataset& data, const std::vector<std::int64_t>& batch, std::int64_t step, bool isOfRun);

/// Of a lane whose last update() left a weight or a state of the optimizer that is not finite.
std::optional<Birthplace> birthplaceInUpdate(const Lane& lane, std::int64_t step, bool isOfRun);

} // namespace ulpscope
