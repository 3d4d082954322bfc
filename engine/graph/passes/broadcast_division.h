// SPDX-License-Identifier: GPL-3.0-or-later
// How XLA divides many numbers by fewer, or by one: by the rounded reciprocal, in the formats that kernels/xla_rules.h names.
#pragma once

#include "engine/graph/graph.h"

namespace ulpscope::graph {

inline constexpr std::string_view kBroadcastDivision = "broadcast division";

/// In layers alone, and not in a group that keeps its divisions: means of a loss are divided.
Graph broadcastDivision(const Graph& before);

} // namespace ulpscope::graph
