// SPDX-License-Identifier: GPL-3.0-or-later
// A training step as data: what is computed from what, in order, each result with its shape and its dtype. Layers, losses and optimizers
// add their formulas (builder.h), passes make a graph of a graph (passes/), and whatever looks at a step walks the same nodes.
#pragma once

#include "engine/base/id.h"
#include "engine/dtype/format.h"
#include "engine/graph/operation.h"
#include "engine/tensor/arithmetic.h"
#include "engine/tensor/shape.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope::graph {

using ValueId = Id<struct ValueTag>;
using OwnerId = Id<struct OwnerTag>;
using GroupId = Id<struct GroupTag>;

/// Who asked for an operation: the step itself, which is the first one, or a layer.
struct Owner
{
    std::string path; ///< "sequential/dense"; empty: the step
    std::string className;
    const Format* compute = nullptr; ///< what autocast casts to; null: nothing is cast
    const Format* variable = nullptr; ///< of its variables
    const Format* castFirst
        = nullptr; ///< what inputs are cast to before they are cast to `compute`; null: nothing
    bool castsInputs = true; ///< else only its variables are cast
};

class Value; // builder.h

/// Adds the gradient of one operand of a function, from all of them, its value y and the gradient g of that.
using GroupGradient
    = std::function<Value(std::span<const Value> operands, const Value& y, const Value& g, std::size_t of)>;

struct GroupKind
{
    bool keepsDivisions = false; ///< it is a kernel, which divides where XLA would multiply by a reciprocal
    bool countsEach = false; ///< each of its roundings counts, else that of its result
    bool isActivation = false; ///< one of the catalog, which ATen computes in float32 (passes/rounded_once.h)
};

/// Operations that are one function in the framework, such as an activation. Who has a kernel of its own for it replaces them together.
struct Group
{
    std::string name; ///< "gelu"
    std::vector<ValueId> operands = {}; ///< in the order of the function's arguments
    ValueId result = {};
    OwnerId owner = {};
    std::optional<GroupId> around = {}; ///< that it is part of
    GroupGradient gradient
        = {}; ///< where the framework defines one, jax.custom_jvp; empty: that of the operations
    GroupKind kind = {};
};

struct Node
{
    Operation operation = Operation::Constant;
    std::vector<ValueId> operands = {};
    Attributes attributes = {};
    Shape shape = {};
    const Format* format
        = nullptr; ///< null until a pass has said in what it is computed; a comparison's is its operands'
    Pass pass = Pass::Forward;
    OwnerId owner = {};
    std::optional<GroupId> group = {};
    std::string name = {}; ///< of an input, "features"; of a variable, "kernel"; of a moment, "mean"
    std::string_view addedBy = {}; ///< the pass that put it there; empty: the formula
};

/// What a step is run for: the loss, a gradient, a variable's next value.
struct Output
{
    std::string name; ///< "loss", "gradient", "next"; "kept": next too, also of a step that is skipped
    ValueId value;
    std::optional<ValueId> variable = {}; ///< that it is about
};

class Graph
{
public:
    Graph() { m_owners.emplace_back(); }

    std::span<const Node> nodes() const { return m_nodes; }
    const Node& operator[](ValueId value) const { return m_nodes[value.index()]; }
    std::span<const Owner> owners() const { return m_owners; }
    Owner& owner(OwnerId id) { return m_owners[id.index()]; }
    const Owner& ownerOf(ValueId value) const { return m_owners[(*this)[value].owner.index()]; }
    /// Whether elements are computed in float64 and then rounded, whatever the dtype, as the step's own are.
    bool isInDouble(const Node& node) const
    {
        return m_owners[node.owner.index()].path.empty() && !node.attributes.isInCarrier;
    }
    std::span<const Group> groups() const { return m_groups; }
    /// The function that a node is part of: of groups in groups, the outermost one.
    std::optional<GroupId> functionOf(const Node& node) const;
    std::span<const Output> outputs() const { return m_outputs; }

    /// Operands must be there already, so that the order of nodes is one in which they can be computed.
    ValueId add(Node node);
    OwnerId addOwner(Owner owner);
    GroupId addGroup(Group group);
    void setGroup(GroupId id, Group group) { m_groups[id.index()] = std::move(group); }
    void setName(ValueId value, std::string name) { m_nodes[value.index()].name = std::move(name); }
    void addOutput(Output output) { m_outputs.push_back(std::move(output)); }
    void setOutputs(std::vector<Output> outputs) { m_outputs = std::move(outputs); }

    /// The name under which it is told of: "sequential/dense/kernel", "dense_1/matmul".
    std::string nameOf(ValueId value) const;

private:
    std::vector<Node> m_nodes;
    std::vector<Owner> m_owners;
    std::vector<Group> m_groups;
    std::vector<Output> m_outputs;
};

} // namespace ulpscope::graph
