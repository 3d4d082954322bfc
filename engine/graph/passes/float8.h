// SPDX-License-Identifier: GPL-3.0-or-later
// Float8 as Keras' layers do it (keras/src/layers/core/dense.py, _float8_call; keras/src/quantizers/quantizers.py): the operands of a
// kernel's products go through e4m3fn, output gradients through e5m2. Each has a scale, which was stored the step before, and a history of
// largest magnitudes, of which the next scale is made. A bias is rounded to bfloat16 where the policy computes in float32.
#pragma once

#include "engine/graph/graph.h"

namespace ulpscope::graph {

struct Float8Scaling
{
    const Format* forward = nullptr; ///< of input and kernel; null: the owner scales nothing
    const Format* backward = nullptr; ///< of the output gradient
    int historyLength = 1024;
};

/// byOwner: one for each owner. Scales and histories are variables "inputs_scale", "kernel_amax_history" with their next values among the
/// outputs. An operand that is quantized otherwise already stays as it is.
Graph float8(const Graph& before, std::span<const Float8Scaling> byOwner);

/// Before gradients are added, which come back through the same casts.
Graph float8Bias(const Graph& before, const std::vector<bool>& isRounded);

} // namespace ulpscope::graph
