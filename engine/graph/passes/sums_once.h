// SPDX-License-Identifier: GPL-3.0-or-later
// A bias' gradient summed in the carrier and rounded once, as Transformer Engine and PyTorch sum it; Keras on JAX rounds each addition.
// On a GPU PyTorch adds in an order of its own (tensor/cuda_sums.h).
#pragma once

#include "engine/graph/graph.h"

#include <set>

namespace ulpscope::graph {

/// The sums that are a variable's gradient, but for casts and shapes.
std::set<ValueId> sumsThatAreGradients(const Graph& before);

Graph sumsOnce(const Graph& before, const std::vector<bool>& isMeant, bool onCuda);

} // namespace ulpscope::graph
