// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/float8.h"

#include "engine/graph/passes/kernel_products.h"

#include <limits>

namespace ulpscope::graph {

namespace {

/// compute_float8_scale: the old scale is inverted twice too, which can change its last digit.
Value nextScale(const Value& scale, const Value& history, double most)
{
    const Value seen = largestOf(history);
    const Value stays = 1 / scale;
    const Value isFinite = std::numeric_limits<double>::infinity() > seen;
    return 1 / select(seen > 0, select(isFinite, most / seen, stays), stays);
}

} // namespace

Graph float8(const Graph& before, std::span<const Float8Scaling> byOwner)
{
    std::vector<Output> states;
    // quantize_and_dequantize
    const auto pair = [&](Builder& builder, const Node& product, const Value& x, OperandSlot slot) {
        const Float8Scaling& scaling = byOwner[product.owner.index()];
        const Format& format = slot == OperandSlot::OutputGradient ? *scaling.backward : *scaling.forward;
        const double most = format.maxFinite();
        const Value scale = scalingState(builder, slot, "_scale", {}, 1);
        const Value history = scalingState(builder, slot, "_amax_history", {scaling.historyLength}, 0);
        const Value result = builder.group(kQuantizeDequantize, std::array{x, scale},
            [&] {
                const Value factor = builder.cast(scale, *x.format());
                const Value clipped = minimum(maximum(x / factor, -most), most);
                return builder.cast(builder.cast(clipped, format), *x.format()) * factor;
            },
            {}, {.countsEach = true});
        const Value amax = builder.cast(largestOf(abs(x)), float32Format());
        builder.setOwner(product.owner, Pass::Update);
        states.push_back({"next", nextScale(scale, history, most).id(), scale.id()});
        states.push_back({"next", withFirst(rolled(history), amax).id(), history.id()});
        return result;
    };
    Graph after = replaceOperands(
        before, "float8", [&](OwnerId owner) { return byOwner[owner.index()].forward != nullptr; }, pair);
    for (Output& output : states)
        after.addOutput(std::move(output));
    return after;
}

Graph float8Bias(const Graph& before, const std::vector<bool>& isRounded)
{
    return Rewriter(before, "float8").run([&](Rewriter& to, ValueId value) {
        Graph& graph = to.builder().graph();
        Node node = to.mapped(value);
        // A bias is broadcast, but where one example has its shape.
        const bool isAdded = node.operation == Operation::Add && node.pass == Pass::Forward
            && graph[node.operands[1]].operation != Operation::Broadcast;
        if ((node.operation != Operation::Broadcast && !isAdded) || !isRounded[node.owner.index()])
            return graph.add(std::move(node));
        ValueId& added = node.operands[isAdded ? 1 : 0];
        const Node& bias = graph[sourceOf(graph, added)];
        if (bias.operation == Operation::Variable && bias.name == "bias") {
            Builder& builder = to.builder();
            const Value whole(builder, added);
            added = builder.cast(builder.cast(whole, *findFormat("bfloat16")), *whole.format()).id();
        }
        return graph.add(std::move(node));
    });
}

} // namespace ulpscope::graph
