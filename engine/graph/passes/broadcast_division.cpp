// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/broadcast_division.h"

#include "engine/graph/lowering.h"
#include "engine/graph/passes/rewrite.h"
#include "engine/kernels/xla_rules.h"
#include "engine/tensor/tensor.h"

namespace ulpscope::graph {

namespace {

bool isInKernel(const Graph& graph, std::optional<GroupId> group)
{
    for (; group; group = graph.groups()[group->index()].around)
        if (graph.groups()[group->index()].kind.keepsDivisions)
            return true;
    return false;
}

} // namespace

Graph broadcastDivision(const Graph& before)
{
    return Rewriter(before, kBroadcastDivision).run([&](Rewriter& to, ValueId value) {
        Graph& graph = to.builder().graph();
        const Node node = to.mapped(value);
        if (node.operation != Operation::Divide || graph.owners()[node.owner.index()].compute == nullptr
            || node.pass == Pass::Update || !dividesByReciprocal(node.format->mantissaBits))
            return graph.add(node);
        const Node broadcast = graph[node.operands[1]];
        if (broadcast.operation != Operation::Broadcast || isInKernel(before, node.group))
            return graph.add(node);
        Builder& builder = to.builder();
        const Value x(builder, node.operands[0]);
        builder.setFunction(node.group);
        if (graph[broadcast.operands[0]].operation != Operation::Constant) {
            const Value reciprocal = 1 / Value(builder, broadcast.operands[0]);
            const Value quotient = x * builder.broadcast(reciprocal, node.shape);
            builder.setFunction({});
            return quotient.id();
        }
        const double divisor = constantIn(*node.format, graph[broadcast.operands[0]].attributes.number);
        const double reciprocal = carrierOf(*node.format) == Carrier::Float
            ? static_cast<double>(1.0F / static_cast<float>(divisor))
            : 1 / divisor;
        const Value quotient = x * reciprocal;
        builder.setFunction({});
        return quotient.id();
    });
}

} // namespace ulpscope::graph
