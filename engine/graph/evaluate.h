// SPDX-License-Identifier: GPL-3.0-or-later
// How operations are computed that move elements, look some up, draw them or go by windows: those of tensor/layout_ops.h, lookup.h and
// window_ops.h.
#pragma once

#include "engine/graph/graph.h"
#include "engine/tensor/tensor.h"

namespace ulpscope::graph {

/// x with the axes of a sum or a maximum first, and the others as one: [gone..., others]; in `moved`, unless it lies so already.
const Tensor& withAxesFirst(const Node& node, const Tensor& x, Tensor& moved);
/// A sum in SumOrder::Blocks.
void evaluateBlockSums(const Node& node, const Tensor& x, Tensor& out);
/// The same in SumOrder::Warps and WarpBlocks.
void evaluateWarpSums(const Node& node, const Tensor& x, Tensor& out);
/// An operation from ReduceMax on. storage: kept, so that a step allocates nothing.
void evaluateMove(Arithmetic& arithmetic, const Node& node, std::span<const Tensor* const> operands,
    Tensor& storage, Tensor& out);

} // namespace ulpscope::graph
