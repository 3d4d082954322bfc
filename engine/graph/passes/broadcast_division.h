// SPDX-License-Identifier: GPL-3.0-or-later
// How XLA divides many numbers by one: by its rounded reciprocal, in the formats that kernels/xla_rules.h names.
#pragma once

#include "engine/graph/graph.h"

namespace ulpscope::graph {

/// In layers alone: means of a loss are divided.
Graph broadcastDivision(const Graph& before);

} // namespace ulpscope::graph
