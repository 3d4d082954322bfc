// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/kernel_products.h"

#include <algorithm>
#include <map>

namespace ulpscope::graph {

ValueId sourceOf(const Graph& graph, ValueId value)
{
    while (true) {
        const Node& node = graph[value];
        const bool isCast = node.operation == Operation::Cast
            && (node.addedBy == "autocast" || node.addedBy == "output format");
        if (!isCast && node.operation != Operation::Quantize)
            return value;
        value = node.operands[0];
    }
}

std::vector<std::optional<KernelProduct>> kernelProducts(const Graph& graph)
{
    std::vector<std::optional<KernelProduct>> found(graph.nodes().size());
    std::vector<const Node*> forward;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Node& node = graph.nodes()[i];
        if (node.operation != Operation::Product)
            continue;
        const auto isGradient = [&](Transpose transpose, std::size_t operand) {
            return node.attributes.transpose == transpose
                && std::ranges::any_of(forward, [&](const Node* product) {
                       return product->owner == node.owner
                           && sourceOf(graph, product->operands[operand])
                           == sourceOf(graph, node.operands[operand]);
                   });
        };
        if (node.pass == Pass::Backward && isGradient(Transpose::A, 0)) {
            found[i] = KernelProduct::WeightGradient;
        } else if (node.pass == Pass::Backward && isGradient(Transpose::B, 1)) {
            found[i] = KernelProduct::InputGradient;
        } else if (node.pass == Pass::Forward
            && graph[sourceOf(graph, node.operands[1])].operation == Operation::Variable) {
            found[i] = KernelProduct::Forward;
            forward.push_back(&node);
        }
    }
    return found;
}

std::array<OperandSlot, 2> slotsOf(KernelProduct product)
{
    using enum OperandSlot;
    switch (product) {
    case KernelProduct::Forward:
        return {Inputs, Kernel};
    case KernelProduct::InputGradient:
        return {OutputGradient, Kernel};
    case KernelProduct::WeightGradient:
        break;
    }
    return {Inputs, OutputGradient};
}

bool isBiasAddition(const Graph& graph, ValueId value)
{
    const Node& node = graph[value];
    if (node.operation != Operation::Add || node.pass != Pass::Forward
        || graph[node.operands[1]].operation != Operation::Broadcast)
        return false;
    const Node& bias = graph[sourceOf(graph, graph[node.operands[1]].operands[0])];
    return bias.operation == Operation::Variable && bias.name == "bias";
}

Graph replaceOperands(const Graph& before, std::string_view pass,
    const std::function<bool(OwnerId owner)>& isMeant, const NewOperand& newOperand)
{
    const auto products = kernelProducts(before);
    std::map<std::pair<OwnerId, OperandSlot>, ValueId> known;
    return Rewriter(before, pass).run([&](Rewriter& to, ValueId value) {
        Builder& builder = to.builder();
        Node node = to.mapped(value);
        if (!products[value.index()] || !isMeant(node.owner))
            return builder.graph().add(std::move(node));
        const auto slots = slotsOf(*products[value.index()]);
        for (std::size_t i = 0; i < slots.size(); ++i) {
            if (builder.graph()[node.operands[i]].operation == Operation::Quantize)
                continue;
            const auto [place, isNew] = known.try_emplace({node.owner, slots[i]});
            if (isNew)
                place->second = newOperand(builder, node, {builder, node.operands[i]}, slots[i]).id();
            node.operands[i] = place->second;
            builder.setOwner(node.owner, node.pass);
        }
        return builder.graph().add(std::move(node));
    });
}

Value scalingState(
    Builder& builder, OperandSlot slot, const std::string& name, const Shape& shape, double initial)
{
    constexpr std::array<const char*, 3> kSlotNames{"inputs", "kernel", "outputs_grad"};
    return builder.add({.operation = Operation::Variable,
        .attributes = {.number = initial},
        .shape = shape,
        .format = &float32Format(),
        .name = std::string(kSlotNames[static_cast<std::size_t>(slot)]) + name});
}

Value largestOf(const Value& x)
{
    return x.builder().add({.operation = Operation::Largest, .operands = {x.id()}, .format = x.format()});
}

Value withFirst(const Value& history, const Value& first)
{
    return history.builder().add({.operation = Operation::SetFirst,
        .operands = {history.id(), first.id()},
        .shape = history.shape(),
        .format = history.format()});
}

Value rolled(const Value& history)
{
    return history.builder().apply(Operation::Roll, {history});
}

} // namespace ulpscope::graph
