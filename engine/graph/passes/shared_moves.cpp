// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/shared_moves.h"

#include "engine/graph/passes/kernel_products.h"

#include <algorithm>

namespace ulpscope::graph {

Graph sharedMoves(const Graph& before)
{
    std::map<ValueId, std::vector<ValueId>> movesOf; // by what is moved
    return Rewriter(before, "shared moves").run([&](Rewriter& to, ValueId value) {
        Graph& graph = to.builder().graph();
        Node node = to.mapped(value);
        if (!isMove(node.operation))
            return graph.add(std::move(node));
        std::vector<ValueId>& known = movesOf[node.operands[0]];
        const auto same = std::ranges::find_if(known, [&](ValueId other) {
            const Node& made = graph[other];
            return made.operation == node.operation && made.attributes == node.attributes
                && made.shape == node.shape && made.owner == node.owner;
        });
        if (same != known.end())
            return *same;
        known.push_back(graph.add(std::move(node)));
        return known.back();
    });
}

} // namespace ulpscope::graph
