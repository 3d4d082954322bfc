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
    {
    }

    ValueId operator()(Rewriter& to, ValueId value)
    {
        Builder& builder = to.builder();
        Node node = to.mapped(value);
        const std::size_t owner = node.owner.index();
        const bool isOwn = m_byOwner[owner] != nullptr && node.pass == Pass::Forward;
        if (isOwn && m_products[value.index()]) {
            m_isAfterProduct[owner] = true;
            node.format = m_byOwner[owner];
            return builder.graph().add(std::move(node));
        }
        if (isOwn && m_isAfterProduct[owner])
            return inOutput(builder, std::move(node), *m_byOwner[owner]);
        if (node.operation == Operation::Cast) {
            const bool isDone = *builder.graph()[node.operands[0]].format == *node.format;
            return isDone ? node.operands[0] : builder.graph().add(std::move(node));
        }
        for (std::size_t i = 0; i < node.operands.size(); ++i)
            node.operands[i]
                = cast(builder, node.operands[i], *(*m_before)[(*m_before)[value].operands[i]].format);
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
    std::map<std::tuple<ValueId, OwnerId, const Format*>, ValueId> m_casts;
};

} // namespace

Graph outputFormat(const Graph& before, std::span<const Format* const> byOwner)
{
    return Rewriter(before, "output format").run(OutputRewrite(before, byOwner));
}

} // namespace ulpscope::graph
