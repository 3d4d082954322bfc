// SPDX-License-Identifier: GPL-3.0-or-later
// From nodes to what computes them: chains of elementwise operations become one loop over all of them, anything else is computed node
// by node.
#pragma once

#include "engine/graph/graph.h"
#include "engine/graph/normalization_call.h"
#include "engine/kernels/element_program.h"

#include <variant>
#include <vector>

namespace ulpscope::graph {

/// Several nodes as one loop.
struct Chain
{
    ElementProgram program;
    std::vector<ValueId> inputs; ///< of the program, without its constants, which come after them
    std::vector<ValueId> results; ///< which others read
    Index columns = 1; ///< of a row, for inputs that are repeated
};

using Launch = std::variant<ValueId, Chain, NormalizationCall>;

/// What nodes are computed as.
enum class LoweredTo : std::uint8_t {
    Nodes, ///< each by itself, which a watch can be told of, but for functions that have a kernel
    Chains, ///< elementwise operations as loops, functions by their operations, as their meaning is written
    Kernels, ///< elementwise operations as loops, functions as their kernels
};

/// A number as a constant of that format: as a value of its carrier, rounded to it.
double constantIn(const Format& format, double number);

/// Whether a pass made it of a division by one number, whose counts and births it has.
bool isReciprocalOfScale(const Node& node);

/// The casts that only products take, as their right operand: these cast a kernel as they read it. Written out, it would be read again from
/// a far cache.
std::vector<bool> castsInProducts(const Graph& graph);

/// What computes the nodes of that pass of a step, in order. Every node has its dtype.
std::vector<Launch> lower(const Graph& graph, Pass pass, LoweredTo to = LoweredTo::Kernels);

/// A layer's function of elements, such as an activation or its gradient, as one loop.
struct FunctionLoop
{
    std::vector<ValueId> nodes; ///< what it computes; the last is its result
    std::vector<ValueId> operands; ///< in the order of its arguments
    Chain chain;
};
std::vector<FunctionLoop> functionLoops(const Graph& graph);

/// An operation on elements as a loop of its own; nothing where its operands have another carrier.
std::optional<Chain> loopOf(const Graph& graph, ValueId value);

/// A value as one loop over some others that it is computed from elementwise; inputs: those of them that it reads.
Chain chainOf(const Graph& graph, std::span<const ValueId> from, ValueId result);

} // namespace ulpscope::graph
