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

/// The product of a convolution of one group that a kernel's gradient is, reshaped.
std::optional<ValueId> convolutionGradient(
    const Graph& graph, std::span<const std::optional<KernelProduct>> products, ValueId gradient)
{
    while (graph[gradient].operation == Operation::Reshape)
        gradient = graph[gradient].operands[0];
    const bool isProduct = products[gradient.index()] == KernelProduct::WeightGradient;
    const bool isConvolution = isProduct && graph[graph[gradient].operands[0]].operation == Operation::Unfold;
    return isConvolution ? std::optional(gradient) : std::nullopt;
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
        // A convolution is computed in float32, while a matrix product or one of groups leaves its routine in bfloat16.
        if (const auto product = convolutionGradient(before, products, made);
            product && node.pass == Pass::Backward && isPlain[node.owner.index()]) {
            Node wide = to.mapped(*product);
            wide.format = &float32Format();
            return builder.reshape(builder.add(std::move(wide)), node.shape).id();
        }
        const bool isOneNumber = products[made.index()] == KernelProduct::WeightGradient
            && result.shape.elements() == 1 && builder.graph()[result.operands[0]].shape.rank() == 2;
        if (node.pass == Pass::Backward && isOneNumber && isPlain[node.owner.index()])
            return sumOfProducts({builder, result.operands[0]}, {builder, result.operands[1]}, result.shape)
                .id();
        return builder.graph().add(std::move(node));
    });
}

} // namespace ulpscope::graph
