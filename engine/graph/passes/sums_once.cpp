// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/sums_once.h"

#include "engine/graph/passes/rewrite.h"

namespace ulpscope::graph {

std::set<ValueId> sumsThatAreGradients(const Graph& before)
{
    std::set<ValueId> sums;
    for (const Output& output : before.outputs()) {
        if (output.name != "gradient")
            continue;
        ValueId value = output.value;
        while (before[value].operation == Operation::Cast || before[value].operation == Operation::Reshape)
            value = before[value].operands[0];
        if (before[value].operation == Operation::Sum)
            sums.insert(value);
    }
    return sums;
}

Graph sumsOnce(const Graph& before, const std::vector<bool>& isMeant, bool onCuda)
{
    const std::set<ValueId> sums = sumsThatAreGradients(before);
    return Rewriter(before, "sums once").run([&](Rewriter& to, ValueId value) {
        Node node = to.mapped(value);
        if (sums.contains(value) && isMeant[before[value].owner.index()]) {
            node.attributes.rounding = SumRounding::Once;
            if (onCuda)
                node.attributes.sumOrder = SumOrder::Cuda;
            node.addedBy = "sums once";
        }
        return to.builder().graph().add(std::move(node));
    });
}

} // namespace ulpscope::graph
