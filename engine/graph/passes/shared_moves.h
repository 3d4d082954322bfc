// SPDX-License-Identifier: GPL-3.0-or-later
// What is moved twice alike is moved once: the gradient of a convolution's kernel takes the windows that its forward pass saw.
#pragma once

#include "engine/graph/graph.h"

namespace ulpscope::graph {

Graph sharedMoves(const Graph& before);

} // namespace ulpscope::graph
