// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/rewrite.h"

namespace ulpscope::graph {

Rewriter::Rewriter(const Graph& before, std::string_view pass)
    : m_before(&before)
    , m_builder(m_after)
    , m_pass(pass)
{
    for (const Owner& owner : before.owners().subspan(1))
        m_after.addOwner(owner);
    for (const Group& group : before.groups())
        m_after.addGroup(group);
}

Node Rewriter::mapped(ValueId value) const
{
    Node node = (*m_before)[value];
    for (ValueId& operand : node.operands)
        operand = shownTo(node.owner, at(operand));
    return node;
}

ValueId Rewriter::shownTo(OwnerId owner, ValueId value) const
{
    const auto shown = m_shown.find({owner, value});
    return shown == m_shown.end() ? value : shown->second;
}

Graph Rewriter::run(const std::function<ValueId(Rewriter& to, ValueId value)>& each)
{
    m_builder.setAddedBy(m_pass);
    for (std::size_t i = 0; i < m_before->nodes().size(); ++i) {
        const Node& node = m_before->nodes()[i];
        m_builder.setOwner(node.owner, node.pass);
        m_values.push_back(each(*this, ValueId(i)));
    }
    for (std::size_t i = 0; i < m_before->groups().size(); ++i) {
        Group group = m_before->groups()[i];
        group.result = at(group.result);
        for (ValueId& operand : group.operands)
            operand = shownTo(group.owner, at(operand));
        m_after.setGroup(GroupId(i), std::move(group));
    }
    for (const Output& output : m_before->outputs()) {
        Output mapped = output;
        mapped.value = at(output.value);
        if (output.variable)
            mapped.variable = at(*output.variable);
        m_after.addOutput(std::move(mapped));
    }
    return std::move(m_after);
}

} // namespace ulpscope::graph
