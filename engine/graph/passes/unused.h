// SPDX-License-Identifier: GPL-3.0-or-later
// Leaves out what nothing takes: casts whose product takes another operand now, products that were fused into a sum.
#pragma once

#include "engine/graph/graph.h"

namespace ulpscope::graph {

/// Outputs, inputs and variables stay. A function whose result nothing takes is one no longer.
Graph withoutUnused(const Graph& before);

} // namespace ulpscope::graph
