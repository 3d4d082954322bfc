// SPDX-License-Identifier: GPL-3.0-or-later
// Products of float16 and bfloat16 as cuBLAS computes them on an H200 where it does not slice them (kernels/cublas_slices.h): one chain of
// its tensor cores. tests/golden/tst_hopper_trainings holds them against recordings of that GPU.
#pragma once

#include "engine/graph/graph.h"

namespace ulpscope::graph {

/// After what an override says of a product's sum, which it keeps.
Graph tensorCores(const Graph& before);

} // namespace ulpscope::graph
