// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/output_format.h"

#include "engine/graph/passes/kernel_products.h"

#include <map>
#include <tuple>

namespace ulpscope::graph {

namespace {

class OutputRewrite
{
public:
    OutputRewrite(const Graph& before, std::span<const Format* const> byOwner)
        : m_before(&before)
        , m_byOwner(byOwner)
        , m_products(kernelProducts(before))
        , m_isAfterProduct(before.owners().size())
        , m_isBeforeProduct(before.nodes().size())
    {
        for (std::size_t i = m_products.size(); i-- > 0;) {
            const Node& node = before.nodes()[i];
            if (m_isBeforeProduct[i] || (m_products[i] && node.pass == Pass::Forward))
                for (const ValueId operand : node.operands)
                    if (before[operand].owner == node.owner)
                        m_isBeforeProduct[operand.index()] = true;
        }
    }

    ValueId operator()(Rewriter& to, ValueId value)
    {
        Builder& builder = to.builder();
        Node node = to.mapped(value);
        const std::size_t owner = node.owner.index();
        const bool isOwn = m_byOwner[owner] != nullptr && node.pass == Pass::Forward;
        const Node& old = (*m_before)[value];
        if (isOwn && m_products[value.index()]) {
            m_isAfterProduct[owner] = true;
            for (std::size_t i = 0; i < node.operands.size(); ++i)
                node.operands[i] = inItsFormat(to, old.operands[i]);
            node.format = m_byOwner[owner];
            return builder.graph().add(std::move(node));
        }
        if (isOwn && m_isAfterProduct[owner] && !m_isBeforeProduct[value.index()])
            return inOutput(builder, std::move(node), *m_byOwner[owner]);
        if (node.operation == Operation::Cast) {
            const bool isDone = *builder.graph()[node.operands[0]].format == *node.format;
            return isDone ? node.operands[0] : builder.graph().add(std::move(node));
        }
        for (std::size_t i = 0; i < node.operands.size(); ++i)
            node.operands[i] = inItsFormat(to, old.operands[i]);
        return builder.graph().add(std::move(node));
    }

private:
    /// An operation after the product.
    ValueId inOutput(Builder& builder, Node node, const Format& output)
    {
        if (node.operation == Operation::Input || node.operation == Operation::Variable)
            return builder.graph().add(std::move(node));
        const bool isCast = node.operation == Operation::Cast;
        if (isCast && node.addedBy == "autocast")
            return cast(builder, node.operands[0], output);
        for (ValueId& operand : node.operands)
            operand = cast(builder, operand, output);
        const Format* compute = builder.graph().owners()[node.owner.index()].compute;
        if (!isCast || *node.format == *compute)
            node.format = &output;
        return builder.graph().add(std::move(node));
    }

    /// What a layer computed in its output's format, as it was before this pass: its results are cast, and what is in between within a
    /// function is computed again from these.
    ValueId inItsFormat(Rewriter& to, ValueId old)
    {
        Builder& builder = to.builder();
        const Node& node = (*m_before)[old];
        const Value now(builder, to.at(old));
        if (*now.format() == *node.format)
            return now.id();
        if (!isWithin(old))
            return cast(builder, now.id(), *node.format);
        const auto [known, isNew] = m_again.try_emplace(old);
        if (isNew) {
            Node again = node;
            for (ValueId& operand : again.operands)
                operand = inItsFormat(to, operand);
            again.owner = builder.owner();
            again.pass = Pass::Backward;
            again.addedBy = "output format";
            known->second = builder.graph().add(std::move(again));
        }
        return known->second;
    }

    /// Whether a value is part of a function, and not its result.
    bool isWithin(ValueId value) const
    {
        const std::optional<GroupId> group = m_before->functionOf((*m_before)[value]);
        return group && m_before->groups()[group->index()].result != value;
    }

    /// Once for each owner.
    ValueId cast(Builder& builder, ValueId value, const Format& format)
    {
        const auto [known, isNew] = m_casts.try_emplace({value, builder.owner(), &format});
        if (isNew)
            known->second = builder.cast({builder, value}, format).id();
        return known->second;
    }

    const Graph* m_before;
    std::span<const Format* const> m_byOwner;
    std::vector<std::optional<KernelProduct>> m_products;
    std::vector<bool> m_isAfterProduct;
    std::vector<bool>
        m_isBeforeProduct; ///< a product of the same owner is made of it, such as that of another group
    std::map<std::tuple<ValueId, OwnerId, const Format*>, ValueId> m_casts;
    std::map<ValueId, ValueId> m_again;
};

} // namespace

Graph outputFormat(const Graph& before, std::span<const Format* const> byOwner)
{
    return Rewriter(before, "output format").run(OutputRewrite(before, byOwner));
}

} // namespace ulpscope::graph
