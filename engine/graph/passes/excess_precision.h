// SPDX-License-Identifier: GPL-3.0-or-later
// What XLA on a CPU keeps where excess precision is allowed: bfloat16's operations are float32's with a cast after, and that goes together
// with a cast to float32 which follows. Seen where a model's output is cast for the loss, and where a gradient is cast to its variable.
#pragma once

#include "engine/graph/graph.h"

namespace ulpscope::graph {

/// Takes the whole step. isPlain: the owners whose weight gradients nothing rounds otherwise.
Graph excessPrecision(const Graph& before, const std::vector<bool>& isPlain);

} // namespace ulpscope::graph
