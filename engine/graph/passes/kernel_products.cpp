// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/kernel_products.h"

#include <algorithm>
#include <map>

namespace ulpscope::graph {

namespace {

bool isCastOfOperand(const Node& node)
{
    return node.operation == Operation::Quantize
        || (node.operation == Operation::Cast
            && (node.addedBy == "autocast" || node.addedBy == "output format"));
}

} // namespace

bool isMove(Operation operation)
{
    switch (operation) {
    case Operation::Reshape:
    case Operation::Permute:
    case Operation::Slice:
    case Operation::Reverse:
    case Operation::Unfold:
        return true;
    default:
        return false;
    }
}

ValueId sourceOf(const Graph& graph, ValueId value)
{
    while (isCastOfOperand(graph[value]) || isMove(graph[value].operation))
        value = graph[value].operands[0];
    return value;
}

Value Uncast::operator()(Builder& builder, ValueId value)
{
    const Node node = builder.graph()[value]; // a copy: the graph grows
    if (isCastOfOperand(node))
        return (*this)(builder, node.operands[0]);
    if (!isMove(node.operation))
        return {builder, value};
    const auto [known, isNew] = m_known.try_emplace(value, value);
    if (isNew) {
        const Value from = (*this)(builder, node.operands[0]);
        if (from.id() != node.operands[0])
            m_known[value] = builder
                                 .add({.operation = node.operation,
                                     .operands = {from.id()},
                                     .attributes = node.attributes,
                                     .shape = node.shape,
                                     .format = from.format()})
                                 .id();
    }
    return {builder, m_known[value]};
}

std::vector<std::optional<KernelProduct>> kernelProducts(const Graph& graph)
{
    std::vector<std::optional<KernelProduct>> found(graph.nodes().size());
    std::vector<const Node*> forward;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Node& node = graph.nodes()[i];
        if (node.operation != Operation::Product)
            continue;
        const auto shares = [&](std::size_t operand) {
            return std::ranges::any_of(forward, [&](const Node* product) {
                return product->owner == node.owner
                    && sourceOf(graph, product->operands[operand]) == sourceOf(graph, node.operands[operand]);
            });
        };
        const bool isTransposed = node.attributes.transpose == Transpose::A;
        if (node.pass == Pass::Backward && isTransposed && shares(0)) {
            found[i] = KernelProduct::WeightGradient;
        } else if (node.pass == Pass::Backward && !isTransposed && shares(1)) {
            found[i] = KernelProduct::InputGradient; // of a convolution, with the kernel turned
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

std::optional<ValueId> productBelowBias(const Graph& graph, ValueId value)
{
    if (!isBiasAddition(graph, value))
        return std::nullopt;
    ValueId product = graph[value].operands[0];
    while (graph[product].operation == Operation::Reshape)
        product = graph[product].operands[0];
    return product;
}

bool isBiasAddition(const Graph& graph, ValueId value)
{
    const Node& node = graph[value];
    if (node.operation != Operation::Add || node.pass != Pass::Forward
        || graph[node.operands[1]].operation != Operation::Broadcast)
        return false;
    ValueId whole = graph[node.operands[1]].operands[0];
    while (isCastOfOperand(graph[whole]))
        whole = graph[whole].operands[0];
    const Node& bias = graph[whole];
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
