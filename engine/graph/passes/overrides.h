// SPDX-License-Identifier: GPL-3.0-or-later
// A layer's three products under its overrides and its recipe: operands rounded for one product alone, straight from what arrived or is
// stored; the sums as an accumulator forms them.
#pragma once

#include "engine/graph/graph.h"

#include <array>

namespace ulpscope::graph {

struct ProductOverride
{
    std::array<std::shared_ptr<const Quantization>, 2> operands
        = {}; ///< left, right; null: as the policy has it
    std::shared_ptr<const SummedBy> summedBy = {}; ///< null: nothing about the product is overridden
};

/// In the order of KernelProduct (kernel_products.h).
using LayerOverrides = std::array<ProductOverride, 3>;

Graph overrideOperands(const Graph& before, std::span<const LayerOverrides> byOwner);
/// Last of the passes over operands: both are then in formats of one carrier, and a plain sum is one.
Graph overrideSums(const Graph& before, std::span<const LayerOverrides> byOwner);

} // namespace ulpscope::graph
