// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/broadcast_division.h"

#include "engine/graph/lowering.h"
#include "engine/graph/passes/rewrite.h"
#include "engine/kernels/xla_rules.h"
#include "engine/tensor/tensor.h"

namespace ulpscope::graph {

Graph broadcastDivision(const Graph& before)
{
    return Rewriter(before, "broadcast division").run([](Rewriter& to, ValueId value) {
        Graph& graph = to.builder().graph();
        const Node node = to.mapped(value);
        if (node.operation != Operation::Divide || graph.owners()[node.owner.index()].compute == nullptr
            || node.pass == Pass::Update || !dividesByReciprocal(node.format->mantissaBits))
            return graph.add(node);
        const Node& broadcast = graph[node.operands[1]];
        if (broadcast.operation != Operation::Broadcast
            || graph[broadcast.operands[0]].operation != Operation::Constant)
            return graph.add(node);
        const double divisor = constantIn(*node.format, graph[broadcast.operands[0]].attributes.number);
        const double reciprocal = carrierOf(*node.format) == Carrier::Float
            ? static_cast<double>(1.0F / static_cast<float>(divisor))
            : 1 / divisor;
        const Value x(to.builder(), node.operands[0]);
        return (x * reciprocal).id();
    });
}

} // namespace ulpscope::graph
