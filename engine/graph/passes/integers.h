// SPDX-License-Identifier: GPL-3.0-or-later
// Dense layers after Keras' layer.quantize() (keras/src/layers/core/dense.py, _int8_call, _int4_call, _ternary_call): the kernel is made
// integers, does not train, and gradients come back through the numbers that these stand for.
#pragma once

#include "engine/graph/graph.h"

namespace ulpscope::graph {

struct IntegerProduct
{
    int bits = 0; ///< 8, 4, or 2: ternary; 0: the owner multiplies its own numbers
    Index blockSize = -1; ///< of 4 bits: inputs that share a scale; -1: one scale a unit
    bool dividesKernel
        = false; ///< with 4 bits: by its scales, before the product, as EinsumDense does; else the product
};

/// Before gradients are added.
Graph integers(const Graph& before, std::span<const IntegerProduct> byOwner);

} // namespace ulpscope::graph
