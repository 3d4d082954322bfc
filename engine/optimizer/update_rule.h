// SPDX-License-Identifier: GPL-3.0-or-later
// An optimizer's own rule, as plain data: its formula, and the scalars of the kernel that computes the same faster. All else that
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
    const Format& format; ///< format of the variable, in which the step is computed
    double learningRate; ///< a value of it
    std::int64_t iterations; ///< updates so far and this one: 1 during the first

    double round(double x) const { return roundToFormat(format, x); }
};

struct UpdateRule
{
    graph::Value (*formula)(UpdateCall& call) = nullptr; ///< see formula_update.h
    Config config = {}; ///< checked config that the rule reads
    UpdateKind kind = UpdateKind::Sgd; ///< kind of the rule's kernel
    std::function<UpdateScalars(const UpdateStep& step)> scalars = {}; ///< the kernel's; empty: it has none

    /// State tensors in the formula's order, in which a kernel takes them.
    std::vector<StateTensor> state(const Shape& variable) const;
};

} // namespace ulpscope
