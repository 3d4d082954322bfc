// SPDX-License-Identifier: GPL-3.0-or-later
// A layer's output in a format of its own: its kernel's product is rounded to that, and all that follows in the layer is computed in it.
// The backward pass stays in the compute dtype.
#pragma once

#include "engine/graph/graph.h"

namespace ulpscope::graph {

/// byOwner: null: none.
Graph outputFormat(const Graph& before, std::span<const Format* const> byOwner);

} // namespace ulpscope::graph
