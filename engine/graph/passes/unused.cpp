// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/unused.h"

namespace ulpscope::graph {

namespace {

std::vector<bool> usedValues(const Graph& graph)
{
    std::vector<bool> isUsed(graph.nodes().size());
    for (const Output& output : graph.outputs())
        isUsed[output.value.index()] = true;
    for (std::size_t i = isUsed.size(); i-- > 0;) {
        const Node& node = graph.nodes()[i];
        isUsed[i] = isUsed[i] || node.operation == Operation::Input || node.operation == Operation::Variable;
        if (isUsed[i])
            for (const ValueId operand : node.operands)
                isUsed[operand.index()] = true;
    }
    return isUsed;
}

} // namespace

Graph withoutUnused(const Graph& before)
{
    const std::vector<bool> isUsed = usedValues(before);
    Graph after;
    for (const Owner& owner : before.owners().subspan(1))
        after.addOwner(owner);
    std::vector<std::optional<GroupId>> groups; // what each has become, or the one around it
    for (const Group& group : before.groups()) {
        const auto around = group.around ? groups[group.around->index()] : std::nullopt;
        groups.push_back(around);
        if (isUsed[group.result.index()]) {
            groups.back() = after.addGroup(group);
            Group inside = group;
            inside.around = around;
            after.setGroup(*groups.back(), std::move(inside));
        }
    }
    std::vector<ValueId> values(isUsed.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!isUsed[i])
            continue;
        Node node = before.nodes()[i];
        for (ValueId& operand : node.operands)
            operand = values[operand.index()];
        if (node.group)
            node.group = groups[node.group->index()];
        values[i] = after.add(std::move(node));
    }
    for (std::size_t i = 0; i < after.groups().size(); ++i) {
        Group group = after.groups()[i];
        group.result = values[group.result.index()];
        std::erase_if(group.operands, [&](ValueId operand) { return !isUsed[operand.index()]; });
        for (ValueId& operand : group.operands)
            operand = values[operand.index()];
        after.setGroup(GroupId(i), std::move(group));
    }
    for (Output output : before.outputs()) {
        output.value = values[output.value.index()];
        if (output.variable)
            output.variable = values[output.variable->index()];
        after.addOutput(std::move(output));
    }
    return after;
}

} // namespace ulpscope::graph
