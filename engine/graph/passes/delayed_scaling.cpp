// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/delayed_scaling.h"

#include "engine/graph/passes/kernel_products.h"

#include <cmath>
#include <limits>

namespace ulpscope::graph {

namespace {

/// kernel_bulk: an amax of 0 changes nothing, and one that is not finite leaves the scale. history: slot 0 is this step's.
void keepNext(const Value& scale, const Value& history, const Value& amax, double most,
    const DelayedOperands& operands, std::vector<Output>& states)
{
    const Value with = withFirst(history, amax);
    const Value chosen = operands.takesMostRecent ? amax : largestOf(with);
    const Value quotient = minimum(
        std::ldexp(most, -operands.margin) / chosen, static_cast<double>(std::numeric_limits<float>::max()));
    const Value isFinite = std::numeric_limits<double>::infinity() > chosen;
    const Value next = select(chosen > 0, select(isFinite, quotient, scale), scale);
    const Value emptied = withFirst(rolled(with), scale.builder().constantLike(0, with));
    states.push_back({"kept", select(amax > 0, next, scale).id(), scale.id()});
    states.push_back({"kept", select(amax > 0, emptied, history).id(), history.id()});
}

} // namespace

Graph delayedScaling(const Graph& before, std::span<const DelayedOperands> byOwner)
{
    std::vector<Output> states;
    Uncast uncast;
    const auto scaled = [&](Builder& builder, const Node& product, const Value& operand, OperandSlot slot) {
        const DelayedOperands& operands = byOwner[product.owner.index()];
        const Format& format = slot == OperandSlot::OutputGradient ? *operands.backward : *operands.forward;
        const double most = format.maxFinite();
        const Format& wide = carrierFormat(*operand.format());
        const Value x = uncast(builder, operand.id());
        const Value scale = scalingState(builder, slot, "_scale", {}, 1);
        const Value history = scalingState(builder, slot, "_amax_history", {operands.historyLength}, 0);
        const Value result = builder.group(kQuantizeDequantize, std::array{x, scale},
            [&] {
                const Value times = builder.cast(x, wide) * builder.cast(scale, wide);
                const Value clipped = minimum(maximum(times, -most), most);
                const Value back = builder.cast(1 / scale, wide);
                return builder.cast(builder.cast(clipped, format), wide) * back;
            },
            {}, {.countsEach = true});
        const Value isNumber = builder.apply(Operation::Equal, {x, x}); // a NaN is passed over
        const Value amax = builder.cast(largestOf(select(isNumber, abs(x), 0)), float32Format());
        builder.setOwner(product.owner, Pass::Update);
        keepNext(scale, history, amax, most, operands, states);
        return result;
    };
    Graph after = replaceOperands(
        before, "delayed scaling", [&](OwnerId owner) { return byOwner[owner.index()].forward != nullptr; },
        scaled);
    for (Output& output : states)
        after.addOutput(std::move(output));
    return after;
}

} // namespace ulpscope::graph
