// SPDX-License-Identifier: GPL-3.0-or-later
// Weights and optimizer state stored otherwise than they are computed with: an update is computed in a wider dtype, from the gradient as it
// came, and each of its results is rounded once when it is stored. A compensated weight keeps what that leaves out for the next step (Kahan).
#pragma once

#include "engine/graph/graph.h"

namespace ulpscope::graph {

struct StoredUpdate
{
    const Format* compute = nullptr; ///< null: the owner's variables are updated in their own dtype
    Quantization variable = {};
    Quantization state = {};
    bool isCompensated = false;
    std::uint32_t firstStream = 0; ///< of the draws for its first variable
    std::uint32_t streams = 0; ///< of a variable
};

Graph storedUpdates(const Graph& before, std::span<const StoredUpdate> byOwner);

} // namespace ulpscope::graph
