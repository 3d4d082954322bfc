// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/bias_in_sum.h"

#include "engine/graph/passes/kernel_products.h"

namespace ulpscope::graph {

Graph biasInSum(const Graph& before, const std::vector<bool>& isMeant, Index leastUnits)
{
    const auto products = kernelProducts(before);
    std::vector<bool> isAddedTo(before.nodes().size()); // a product with a bias, and that reshaped
    std::vector<bool> isSum(before.nodes().size());
    for (std::size_t i = 0; i < isSum.size(); ++i) {
        const Node& node = before.nodes()[i];
        const std::optional<ValueId> product = productBelowBias(before, ValueId(i));
        isSum[i] = product && isMeant[node.owner.index()]
            && products[product->index()] == KernelProduct::Forward && node.shape.last() >= leastUnits;
        if (!isSum[i])
            continue;
        for (ValueId wide = node.operands[0]; wide != *product; wide = before[wide].operands[0])
            isAddedTo[wide.index()] = true;
        isAddedTo[product->index()] = true;
    }
    return Rewriter(before, "bias in sum").run([&](Rewriter& to, ValueId value) {
        Builder& builder = to.builder();
        Node node = to.mapped(value);
        const Format& format = *node.format;
        const Format& wide = carrierFormat(format);
        if (isAddedTo[value.index()])
            node.format = &wide;
        if (!isSum[value.index()])
            return builder.graph().add(std::move(node));
        const Value product(builder, node.operands[0]);
        const Value bias(builder, node.operands[1]);
        return builder.cast(product + builder.cast(bias, wide), format).id();
    });
}

} // namespace ulpscope::graph
