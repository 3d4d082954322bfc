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

enum class BirthKind : std::uint8_t {
    OfRun, ///< the run's first value that is not finite
    OfStep, ///< the first of its step alone
    Nan, ///< the first NaN of its step
};

struct Birthplace
{
    std::int64_t step = 0;
    BirthKind kind = BirthKind::OfRun;
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

/// The lane's last computeGradients() was for this batch and step and left something that is not finite. Repeats it,
/// which gives the same numbers, with a watch on every operation. A NaN is told of where an operation made it.
std::optional<Birthplace> birthplaceInGradients(Lane& lane, const Dataset& data,
    const std::vector<std::int64_t>& batch, std::int64_t step, BirthKind kind);

/// The lane's last update() left a weight or a state of the optimizer that is not finite.
std::optional<Birthplace> birthplaceInUpdate(const Lane& lane, std::int64_t step, BirthKind kind);

} // namespace ulpscope
