// SPDX-License-Identifier: GPL-3.0-or-later
// How XLA sums over the rows of a matrix product: it drops the reshape that gives a product its axes, and sums along the one axis of all
// rows, unless an axis is longer than a window (kernels/xla_rules.h), since windows along it come first.
#pragma once

#include "engine/graph/graph.h"

namespace ulpscope::graph {

/// The name of an input that is a gradient as a product left it.
inline constexpr std::string_view kProductGradient = "gradient of a product";

/// Whether a gradient is a matrix product, reshaped or not: XLA makes none of a product with a single number.
bool isSentProduct(const Graph& graph, ValueId value);

/// In the backward pass: sums of gradients that a layer sends as a product left them.
Graph productRows(const Graph& before);

} // namespace ulpscope::graph
