// SPDX-License-Identifier: GPL-3.0-or-later
// A bias added to the product's sum before the one rounding: addmm of ATen and oneDNN (aten/src/ATen/native/cpu/BlasKernel.cpp).
#pragma once

#include "engine/graph/graph.h"

namespace ulpscope::graph {

/// isMeant: the owners whose forward products nothing overrides.
Graph biasInSum(const Graph& before, const std::vector<bool>& isMeant);

} // namespace ulpscope::graph
