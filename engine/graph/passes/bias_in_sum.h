// SPDX-License-Identifier: GPL-3.0-or-later
// A bias added to the product's sum before the one rounding: addmm of ATen and oneDNN (aten/src/ATen/native/cpu/BlasKernel.cpp).
#pragma once

#include "engine/graph/graph.h"

namespace ulpscope::graph {

/// isMeant: the owners whose forward products nothing overrides. leastUnits: of a layer whose bias is added so; on CUDA a layer of one
/// unit rounds its product first (an H200's recorded losses; addmm_out_cuda_impl of aten/src/ATen/native/cuda/Blas.cpp).
Graph biasInSum(const Graph& before, const std::vector<bool>& isMeant, Index leastUnits);

} // namespace ulpscope::graph
