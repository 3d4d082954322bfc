// SPDX-License-Identifier: GPL-3.0-or-later
// Products that are added to are not rounded: LLVM, to which XLA hands an update's loop, contracts the two on processors with FMA.
#pragma once

#include "engine/graph/builder.h"

namespace ulpscope::graph {

/// In updates computed in float32 or float64.
Graph fusedUpdates(const Graph& before);

/// a b + c, the product not rounded in float32 and float64: what a framework's own kernel fuses.
Value multiplyAdd(const Value& a, const Value& b, const Value& c);

} // namespace ulpscope::graph
