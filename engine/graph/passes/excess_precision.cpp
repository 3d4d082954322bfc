// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/excess_precision.h"

#include "engine/graph/passes/kernel_products.h"

namespace ulpscope::graph {

namespace {

/// A product of one number by one, which XLA makes a sum of products: in float32.
Value sumOfProducts(const Value& x, const Value& g, const Shape& shape)
{
    Builder& builder = x.builder();
    const Value products = builder.cast(x, float32Format()) * builder.cast(g, float32Format());
    return builder.reshape(builder.sum(products, 1, SumOrder::Windows), shape);
}

} // namespace

Graph excessPrecision(const Graph& before, const std::vector<bool>& isPlain)
{
    const auto products = kernelProducts(before);
    return Rewriter(before, "excess precision").run([&](Rewriter& to, ValueId value) {
        Builder& builder = to.builder();
        Node node = to.mapped(value);
        const bool isCast = node.operation == Operation::Cast && *node.format == float32Format()
            && isRoundedFromFloat32(*builder.graph()[node.operands[0]].format);
        if (!isCast)
            return builder.graph().add(std::move(node));
        const ValueId made = before[value].operands[0];
        const Node result = builder.graph()[node.operands[0]];
        if (node.pass == Pass::Loss && isBiasAddition(before, made)) {
            const Value sum(builder, result.operands[0]);
            const Value bias(builder, result.operands[1]);
            return (builder.cast(sum, float32Format()) + builder.cast(bias, float32Format())).id();
        }
        const bool isOneNumber = products[made.index()] == KernelProduct::WeightGradient
            && result.shape.elements() == 1 && before[result.operands[0]].shape.rank() == 2;
        if (node.pass == Pass::Backward && isOneNumber && isPlain[node.owner.index()])
            return sumOfProducts({builder, result.operands[0]}, {builder, result.operands[1]}, result.shape)
                .id();
        return builder.graph().add(std::move(node));
    });
}

} // namespace ulpscope::graph
