// SPDX-License-Identifier: GPL-3.0-or-later
// Activations as ATen computes them on a CPU (aten/src/ATen/native/cpu/Activation.cpp, opmath_t): a function and its gradient are computed
// in float32 and rounded once. A gradient takes the stored output where torch/csrc/autograd does: of relu, tanh, sigmoid, softmax and exp.
#pragma once

#include "engine/graph/graph.h"

namespace ulpscope::graph {

/// Before gradients are added. onCuda: as ATen computes them there (aten/src/ATen/native/cuda), which differs for gelu.
Graph roundedOnce(const Graph& before, bool onCuda);

} // namespace ulpscope::graph
