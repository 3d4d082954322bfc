// SPDX-License-Identifier: GPL-3.0-or-later
// Products of float16 and bfloat16 as cuBLAS computes them on an H200: one chain of its tensor cores, which tests/golden/tst_hopper_*
// hold against recordings of that GPU. It is one chain where no more than 2048 products are summed.
#pragma once

#include "engine/graph/graph.h"

namespace ulpscope::graph {

inline constexpr Index kMaxChain = 2048; ///< products that are summed; cuBLAS splits longer sums

/// After what an override says of a product's sum, which it keeps.
Graph tensorCores(const Graph& before);

} // namespace ulpscope::graph
