// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/autocast.h"

#include "engine/dtype/rounding.h"
#include "engine/graph/passes/rewrite.h"
#include "engine/tensor/normalize.h"

#include <cmath>
#include <functional>
#include <map>

namespace ulpscope::graph {

namespace {

bool isLeaf(const Node& node)
{
    return node.operation == Operation::Input || node.operation == Operation::Variable;
}

/// Whether a layer computes it.
bool isOfLayer(const Graph& graph, const Node& node)
{
    return graph.owners()[node.owner.index()].compute != nullptr && node.pass == Pass::Forward
        && !isLeaf(node);
}

bool arrives(const Graph& graph, const Node& node, ValueId operand)
{
    const Node& from = graph[operand];
    return from.operation != Operation::Variable
        && (from.owner != node.owner || from.operation == Operation::Input);
}

/// Whether the layer gets the operand in its compute dtype.
bool isCast(const Graph& graph, const Node& node, ValueId operand)
{
    if (graph[operand].operation == Operation::Variable)
        return graph[operand].attributes.isAutocast;
    return graph.owners()[node.owner.index()].castsInputs && node.operation != Operation::Draw
        && arrives(graph, node, operand);
}

/// What each node computes in: its first operand's dtype as the layer gets it. Constants and draws take that of what they meet.
std::vector<const Format*> dtypesOf(const Graph& graph)
{
    std::vector<const Format*> dtypes;
    std::map<OwnerId, const Format*> arrived;
    const std::function<void(ValueId, const Format*)> settle = [&](ValueId value, const Format* dtype) {
        if (dtypes[value.index()] != nullptr)
            return;
        dtypes[value.index()] = dtype;
        for (const ValueId operand : graph[value].operands)
            settle(operand, dtype);
    };
    for (const Node& node : graph.nodes()) {
        const Format* dtype = node.format;
        const Format* compute = graph.owners()[node.owner.index()].compute;
        const bool isOpen = dtype == nullptr && isOfLayer(graph, node);
        for (std::size_t i = 0; isOpen && i < node.operands.size(); ++i) {
            const ValueId operand = node.operands[i];
            const Format* seen = isCast(graph, node, operand) ? compute : dtypes[operand.index()];
            if (arrives(graph, node, operand))
                arrived.emplace(node.owner, seen);
            const bool isCondition = node.operation == Operation::Select && i == 0;
            if (dtype == nullptr && !isCondition && node.operation != Operation::Draw)
                dtype = seen;
        }
        if (isOpen && node.operation == Operation::Cast) {
            const CastTo to = node.attributes.castTo;
            dtype = to == CastTo::Compute ? compute
                : to == CastTo::Variable  ? graph.owners()[node.owner.index()].variable
                                          : arrived.at(node.owner);
            if (to == CastTo::ArrivedAtLeastFloat32)
                dtype = &atLeastFloat32(*dtype);
        }
        dtypes.push_back(dtype);
        for (std::size_t i = 0; isOpen && dtype != nullptr && i < node.operands.size(); ++i)
            settle(node.operands[i], dtype);
    }
    return dtypes;
}

} // namespace

Graph autocast(const Graph& before)
{
    const std::vector<const Format*> dtypes = dtypesOf(before);
    return Rewriter(before, "autocast").run([&](Rewriter& to, ValueId value) {
        Graph& graph = to.builder().graph();
        const std::vector<ValueId>& operands = before[value].operands;
        Node node = to.mapped(value);
        if (!isOfLayer(before, node))
            return graph.add(std::move(node));
        if (node.attributes.fallback != 0
            && !std::isfinite(roundToFormat(*dtypes[value.index()], node.attributes.number)))
            node.attributes.number = node.attributes.fallback;
        const Owner owner = graph.owners()[node.owner.index()]; // a copy: the graph grows
        for (std::size_t i = 0; i < operands.size(); ++i) {
            if (!isCast(before, node, operands[i]) || to.at(operands[i]) != node.operands[i])
                continue;
            Value cast(to.builder(), node.operands[i]);
            if (owner.castFirst != nullptr && arrives(before, node, operands[i]))
                cast = to.builder().cast(cast, *owner.castFirst);
            cast = to.builder().cast(cast, *owner.compute);
            if (cast.id() != node.operands[i])
                to.show(node.owner, node.operands[i], cast.id());
            node.operands[i] = cast.id();
        }
        node.format = dtypes[value.index()];
        if (node.operation == Operation::Cast && *graph[node.operands[0]].format == *node.format)
            return node.operands[0];
        return graph.add(std::move(node));
    });
}

} // namespace ulpscope::graph
