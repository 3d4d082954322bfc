// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/graph.h"

#include "engine/base/check.h"

namespace ulpscope::graph {

ValueId Graph::add(Node node)
{
    const OperationRow& row = rowOf(node.operation);
    check(static_cast<int>(node.operands.size()) == row.operands, "[Graph] an operation has its operands");
    for (const ValueId operand : node.operands)
        check(operand.index() < m_nodes.size(), "[Graph] operands come first");
    m_nodes.push_back(std::move(node));
    return ValueId(m_nodes.size() - 1);
}

OwnerId Graph::addOwner(Owner owner)
{
    m_owners.push_back(std::move(owner));
    return OwnerId(m_owners.size() - 1);
}

GroupId Graph::addGroup(Group group)
{
    m_groups.push_back(std::move(group));
    return GroupId(m_groups.size() - 1);
}

std::optional<GroupId> Graph::functionOf(const Node& node) const
{
    std::optional<GroupId> group = node.group;
    while (group && m_groups[group->index()].around)
        group = m_groups[group->index()].around;
    return group;
}

std::string Graph::nameOf(ValueId value) const
{
    const Node& node = (*this)[value];
    const std::string& path = ownerOf(value).path;
    const std::string name = node.name.empty() ? std::string(rowOf(node.operation).name) : node.name;
    return path.empty() ? name : path + '/' + name;
}

} // namespace ulpscope::graph
