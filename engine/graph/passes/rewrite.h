// SPDX-License-Identifier: GPL-3.0-or-later
// A pass makes a graph of a graph, node by node: what it does not change is copied. Groups and outputs go along.
#pragma once

#include "engine/graph/builder.h"

#include <functional>
#include <map>
#include <utility>

namespace ulpscope::graph {

class Rewriter
{
public:
    /// pass: the name that its nodes are added by.
    Rewriter(const Graph& before, std::string_view pass);

    const Graph& before() const { return *m_before; }
    Builder& builder() { return m_builder; }
    /// What a value of the graph before has become.
    ValueId at(ValueId value) const { return m_values[value.index()]; }
    /// The node with what its operands have become.
    Node mapped(ValueId value) const;
    /// From now on a value of the new graph is that other one to this owner, in its groups too.
    void show(OwnerId owner, ValueId value, ValueId instead) { m_shown[{owner, value}] = instead; }
    ValueId shownTo(OwnerId owner, ValueId value) const;

    /// each: adds what a value of the graph before becomes, and returns it.
    Graph run(const std::function<ValueId(Rewriter& to, ValueId value)>& each);

private:
    const Graph* m_before;
    Graph m_after;
    Builder m_builder;
    std::string_view m_pass;
    std::vector<ValueId> m_values;
    std::map<std::pair<OwnerId, ValueId>, ValueId> m_shown;
};

} // namespace ulpscope::graph
