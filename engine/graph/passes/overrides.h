// SPDX-License-Identifier: GPL-3.0-or-later
// A layer's three products under its overrides and its recipe: operands rounded for one product alone, straight from what arrived or is
// stored; the sums as an accumulator forms them.
#pragma once

#include "engine/graph/passes/kernel_products.h"

#include <array>
#include <functional>
#include <memory>

namespace ulpscope::graph {

struct ProductOverride
{
    std::array<std::shared_ptr<const Quantization>, 2> operands
        = {}; ///< left, right; null: as the policy has it
    std::shared_ptr<const SummedBy> summedBy = {}; ///< null: nothing about the product is overridden

    bool isEmpty() const { return summedBy == nullptr; }
};

/// Says what is overridden of an owner's product, the number-th of its kind, such as one group of a convolution.
using OverrideOf = std::function<ProductOverride(OwnerId owner, KernelProduct product, std::size_t number)>;

Graph overrideOperands(const Graph& before, const OverrideOf& overrideOf);
/// Last of the passes over operands: both are then in formats of one carrier, and a plain sum is one.
Graph overrideSums(const Graph& before, const OverrideOf& overrideOf);

} // namespace ulpscope::graph
