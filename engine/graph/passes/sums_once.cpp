// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/sums_once.h"

#include "engine/graph/passes/rewrite.h"

namespace ulpscope::graph {

Graph sumsOnce(const Graph& before, const std::vector<bool>& isMeant)
{
    return Rewriter(before, "sums once").run([&](Rewriter& to, ValueId value) {
        Node node = to.mapped(value);
        if (node.operation == Operation::Sum && node.pass == Pass::Backward && isMeant[node.owner.index()]) {
            node.attributes.rounding = SumRounding::Once;
            node.addedBy = "sums once";
        }
        return to.builder().graph().add(std::move(node));
    });
}

} // namespace ulpscope::graph
