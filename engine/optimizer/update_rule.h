// SPDX-License-Identifier: GPL-3.0-or-later
// An optimizer's own rule, as plain data: what it keeps of a variable, and the scalars that its kernel takes. All else that
// an optimizer does is the same for each (optimizer/optimizer.h).
#pragma once

#include "engine/base/config.h"
#include "engine/dtype/rounding.h"
#include "engine/kernels/kernel_arguments.h"
#include "engine/tensor/shape.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ulpscope {

namespace graph {
class Value;
}
struct UpdateCall;

/// A tensor that a rule keeps of a variable between steps.
struct StateTensor
{
    std::string name; ///< Keras': "momentum", "velocity"
    Shape shape;
    double initial = 0;
};

/// What a step's scalars are made of. They are computed in the variable's dtype too: an epsilon below half of float16's
/// smallest subnormal is 0 there.
struct UpdateStep
{
    const Format& format; ///< of the variable, in which the step is computed
    double learningRate; ///< a value of it
    std::int64_t iterations; ///< updates so far and this one: 1 during the first

    double round(double x) const { return roundToFormat(format, x); }
};

struct UpdateRule
{
    UpdateKind kind = UpdateKind::Sgd; ///< of its kernel
    /// State tensors in the order in which the kernel takes them.
    std::function<std::vector<StateTensor>(const Shape& variable)> state;
    std::function<UpdateScalars(const UpdateStep& step)> scalars = {}; ///< a kernel's
    graph::Value (*formula)(UpdateCall& call) = nullptr; ///< in place of a kernel, see formula_update.h
    Config config = {}; ///< that it reads
};

} // namespace ulpscope
