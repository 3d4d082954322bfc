// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/sums_once.h"

#include "engine/graph/passes/rewrite.h"

#include <set>

namespace ulpscope::graph {

Graph sumsOnce(const Graph& before, const std::vector<bool>& isMeant, bool onCuda)
{
    std::set<ValueId> sums; // that are a variable's gradient as they are
    for (const Output& output : before.outputs()) {
        if (output.name != "gradient")
            continue;
        ValueId value = output.value;
        while (before[value].operation == Operation::Cast || before[value].operation == Operation::Reshape)
            value = before[value].operands[0];
        if (before[value].operation == Operation::Sum && isMeant[before[value].owner.index()])
            sums.insert(value);
    }
    return Rewriter(before, "sums once").run([&](Rewriter& to, ValueId value) {
        Node node = to.mapped(value);
        if (sums.contains(value)) {
            node.attributes.rounding = SumRounding::Once;
            if (onCuda)
                node.attributes.sumOrder = SumOrder::Cuda;
            node.addedBy = "sums once";
        }
        return to.builder().graph().add(std::move(node));
    });
}

} // namespace ulpscope::graph
