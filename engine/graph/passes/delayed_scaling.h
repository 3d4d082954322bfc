// SPDX-License-Identifier: GPL-3.0-or-later
// Transformer Engine's delayed scaling of a linear layer's operands (transformer_engine/common/recipe/delayed_scaling.cu): each is rounded
// to float8 straight from its source, times a scale of earlier steps' largest magnitudes, in float32.
#pragma once

#include "engine/graph/graph.h"

namespace ulpscope::graph {

struct DelayedOperands
{
    const Format* forward = nullptr; ///< of input and kernel; null: the owner scales nothing
    const Format* backward = nullptr; ///< of the output gradient
    int historyLength = 1024;
    int margin = 0;
    bool takesMostRecent = false; ///< amax_compute_algo "most_recent", else "max"
};

/// Scales and histories change after every step, also one that is skipped: outputs "kept".
Graph delayedScaling(const Graph& before, std::span<const DelayedOperands> byOwner);

} // namespace ulpscope::graph
