// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/bias_in_sum.h"

#include "engine/graph/passes/kernel_products.h"

namespace ulpscope::graph {

Graph biasInSum(const Graph& before, const std::vector<bool>& isMeant)
{
    const auto products = kernelProducts(before);
    std::vector<bool> isAddedTo(before.nodes().size()); // a product with a bias
    std::vector<bool> isSum(before.nodes().size());
    for (std::size_t i = 0; i < isSum.size(); ++i) {
        const Node& node = before.nodes()[i];
        if (!isMeant[node.owner.index()] || !isBiasAddition(before, ValueId(i)))
            continue;
        const std::size_t product = node.operands[0].index();
        isSum[i] = products[product] == KernelProduct::Forward;
        isAddedTo[product] = isAddedTo[product] || isSum[i];
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
