// SPDX-License-Identifier: GPL-3.0-or-later
// What XLA makes of a step of Dense layers in float16 or bfloat16 on an H200 (jax 0.11.2, CUDA 13.0), found from recordings of one
// perceptron, 64 to 128 to 128 to 10 wide, with batches of 64. Products whose result has at least 16 columns are XLA's own: groups of 16 products, each
// from zero, are added in float32; and a weight gradient of theirs that is cast to float32 is not rounded before. Others are cuBLAS'
// one chain. Bias gradients are sums of warps in the low precision. XLA chooses by shape and by timing: elsewhere it may choose otherwise.
#pragma once

#include "engine/graph/graph.h"

namespace ulpscope::graph {

/// Takes the whole step.
Graph xlaOnHopper(const Graph& before);

} // namespace ulpscope::graph
