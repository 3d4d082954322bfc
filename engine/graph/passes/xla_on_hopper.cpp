// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/xla_on_hopper.h"

#include "engine/graph/passes/kernel_products.h"
#include "engine/graph/passes/sums_once.h"
#include "engine/graph/passes/tensor_cores.h"

namespace ulpscope::graph {

namespace {

constexpr Index kFewestColumns = 16; ///< of a product of XLA's own; 10 and 128 were recorded

bool isOfXla(const Node& product)
{
    return product.shape.last() >= kFewestColumns;
}

void sumOnHopper(const Graph& graph, Node& product)
{
    const Format& left = *graph[product.operands[0]].format;
    if (product.attributes.summedBy == nullptr && left == *graph[product.operands[1]].format)
        product.attributes.summedBy = hopperCore(left, isOfXla(product) ? ":promote:16" : "");
}

} // namespace

Graph xlaOnHopper(const Graph& before)
{
    const auto products = kernelProducts(before);
    const std::set<ValueId> gradientSums = sumsThatAreGradients(before);
    std::set<OwnerId> passGradientsOn;
    for (std::size_t i = 0; i < products.size(); ++i)
        if (products[i] == KernelProduct::InputGradient)
            passGradientsOn.insert(before.nodes()[i].owner);
    return Rewriter(before, "XLA on Hopper").run([&](Rewriter& to, ValueId value) {
        Builder& builder = to.builder();
        Node node = to.mapped(value);
        if (node.operation == Operation::Product)
            sumOnHopper(builder.graph(), node);
        if (gradientSums.contains(value)) {
            const bool isByBlocks = node.format->name == "float16" && !passGradientsOn.contains(node.owner);
            node.attributes.sumOrder = isByBlocks ? SumOrder::WarpBlocks : SumOrder::Warps;
            node.addedBy = "XLA on Hopper";
        }
        const bool isCast = node.operation == Operation::Cast && *node.format == float32Format();
        if (!isCast)
            return builder.graph().add(std::move(node));
        ValueId made = before[value].operands[0];
        while (before[made].operation == Operation::Reshape)
            made = before[made].operands[0];
        if (products[made.index()] != KernelProduct::WeightGradient || !isOfXla(before[made]))
            return builder.graph().add(std::move(node));
        Node wide = to.mapped(made);
        sumOnHopper(builder.graph(), wide);
        wide.format = &float32Format();
        return builder.reshape(builder.add(std::move(wide)), node.shape).id();
    });
}

} // namespace ulpscope::graph
