// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/product_rows.h"

#include "engine/graph/passes/rewrite.h"
#include "engine/kernels/xla_rules.h"

namespace ulpscope::graph {

bool isSentProduct(const Graph& graph, ValueId value)
{
    const Node* product = &graph[value];
    while (product->operation == Operation::Reshape && graph[product->operands[0]].owner == product->owner)
        product = &graph[product->operands[0]];
    if (product->operation == Operation::Input)
        return product->name == kProductGradient;
    if (product->operation != Operation::Product || product->attributes.transpose != Transpose::B)
        return false;
    const Shape& kernel = graph[product->operands[1]].shape;
    return kernel.elements() > kernel.last() || kernel.last() == 1;
}

namespace {

bool sumsRowsOfProduct(const Graph& graph, const Node& sum)
{
    if (sum.operation != Operation::Sum || sum.pass != Pass::Backward
        || sum.attributes.sumOrder != SumOrder::Windows || sum.shape.rank() != 1)
        return false;
    const Shape& shape = graph[sum.operands[0]].shape;
    if (sum.shape[0] != shape.last())
        return false;
    for (int axis = 0; axis + 1 < shape.rank(); ++axis)
        if (shape[axis] > kSumWindow)
            return false;
    return isSentProduct(graph, sum.operands[0]);
}

} // namespace

Graph productRows(const Graph& before)
{
    return Rewriter(before, "product rows").run([&](Rewriter& to, ValueId value) {
        Node node = to.mapped(value);
        if (sumsRowsOfProduct(before, before[value])) {
            const Value x(to.builder(), node.operands[0]);
            const Index columns = x.shape().last();
            node.operands[0] = to.builder().reshape(x, {x.shape().elements() / columns, columns}).id();
            node.attributes.axes = 1;
        }
        return to.builder().graph().add(std::move(node));
    });
}

} // namespace ulpscope::graph
