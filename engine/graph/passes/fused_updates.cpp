// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/fused_updates.h"

#include "engine/graph/passes/rewrite.h"

namespace ulpscope::graph {

Value multiplyAdd(const Value& a, const Value& b, const Value& c)
{
    const Format& format = *c.format();
    return format == carrierFormat(format) ? c.builder().apply(Operation::MultiplyAdd, {a, b, c}) : a * b + c;
}

Graph fusedUpdates(const Graph& before)
{
    std::vector<int> uses(before.nodes().size());
    for (const Node& node : before.nodes())
        for (const ValueId operand : node.operands)
            ++uses[operand.index()];
    return Rewriter(before, "fused updates").run([&](Rewriter& to, ValueId value) {
        Builder& builder = to.builder();
        Node node = to.mapped(value);
        const bool isSum = node.operation == Operation::Add || node.operation == Operation::Subtract;
        const bool isVariables = node.pass == Pass::Update && node.owner != OwnerId();
        if (!isSum || !isVariables || !(*node.format == carrierFormat(*node.format)))
            return builder.graph().add(std::move(node));
        const auto isFused = [&](std::size_t operand) {
            const ValueId product = before[value].operands[operand];
            return before[product].operation == Operation::Multiply && uses[product.index()] == 1;
        };
        const bool isDifference = node.operation == Operation::Subtract;
        const std::size_t fused = isFused(0) ? 0 : 1;
        if (!isFused(fused))
            return builder.graph().add(std::move(node));
        const std::vector<ValueId> factors = builder.graph()[node.operands[fused]].operands;
        const Value a(builder, factors[0]);
        const Value b(builder, factors[1]);
        const Value other(builder, node.operands[1 - fused]);
        const bool isNegated = isDifference && fused == 1;
        const Value addend = isDifference && fused == 0 ? -other : other;
        return builder.apply(Operation::MultiplyAdd, {isNegated ? -a : a, b, addend}).id();
    });
}

} // namespace ulpscope::graph
