// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/broadcast_division.h"

#include "engine/graph/graph_run.h"
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
        Builder& builder = to.builder();
        const Node& broadcast = graph[node.operands[1]];
        if (broadcast.operation != Operation::Broadcast || graph[broadcast.operands[0]].shape.rank() != 0)
            return graph.add(node);
        const Value x(builder, node.operands[0]);
        const Value divisor(builder, broadcast.operands[0]);
        if (divisor.node().operation != Operation::Constant)
            return (x * (1 / divisor)).id();
        const double number = constantIn(*node.format, divisor.node().attributes.number);
        const double reciprocal = carrierOf(*node.format) == Carrier::Float
            ? static_cast<double>(1.0F / static_cast<float>(number))
            : 1 / number;
        return (x * reciprocal).id();
    });
}

} // namespace ulpscope::graph
