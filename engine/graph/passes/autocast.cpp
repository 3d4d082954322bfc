// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/autocast.h"

#include "engine/graph/passes/rewrite.h"

namespace ulpscope::graph {

namespace {

bool isLeaf(const Node& node)
{
    return node.operation == Operation::Input || node.operation == Operation::Variable;
}

} // namespace

Graph autocast(const Graph& before)
{
    return Rewriter(before, "autocast").run([](Rewriter& to, ValueId value) {
        Graph& graph = to.builder().graph();
        Node node = to.mapped(value);
        const Format* compute = graph.owners()[node.owner.index()].compute;
        if (compute == nullptr || node.pass != Pass::Forward || isLeaf(node))
            return graph.add(std::move(node));
        for (ValueId& operand : node.operands) {
            const Node& from = graph[operand];
            const bool arrives = from.owner != node.owner || isLeaf(from);
            if (!arrives || from.format == nullptr || *from.format == *compute)
                continue;
            const ValueId cast = to.builder().cast({to.builder(), operand}, *compute).id();
            to.show(node.owner, operand, cast);
            operand = cast;
        }
        if (node.format == nullptr)
            node.format = compute;
        return graph.add(std::move(node));
    });
}

} // namespace ulpscope::graph
