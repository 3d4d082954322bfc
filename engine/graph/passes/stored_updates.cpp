// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/stored_updates.h"

#include "engine/graph/passes/rewrite.h"

namespace ulpscope::graph {

namespace {

constexpr const char* kPass = "stored updates";

Value stored(const Value& x, Quantization to, std::uint32_t stream)
{
    to.key.stream = stream;
    Node node{
        .operation = Operation::Quantize, .operands = {x.id()}, .shape = x.shape(), .format = to.format};
    node.attributes.quantization = std::make_shared<const Quantization>(std::move(to));
    return x.builder().add(std::move(node));
}

/// What is computed of the updates in the wider dtype.
Graph computedWide(const Graph& before, std::span<const StoredUpdate> byOwner)
{
    return Rewriter(before, kPass).run([&](Rewriter& to, ValueId value) {
        Builder& builder = to.builder();
        Node node = to.mapped(value);
        const StoredUpdate& update = byOwner[node.owner.index()];
        if (update.compute == nullptr || node.pass != Pass::Update)
            return builder.graph().add(std::move(node));
        if (node.operation == Operation::Variable) {
            node.format = update.state.format;
            return builder.graph().add(std::move(node));
        }
        if (node.operation != Operation::Input)
            node.format = update.compute;
        for (ValueId& operand : node.operands) {
            // A gradient is taken as it was computed, not as a variable's would be.
            const Node& from = builder.graph()[operand];
            if (from.operation == Operation::Cast && from.pass == Pass::Backward)
                operand = from.operands[0];
            const Node& given = builder.graph()[operand];
            const bool isWeight = given.operation == Operation::Variable && given.pass == Pass::Forward;
            if (isWeight && update.isCompensated) // the update alone
                operand = builder.broadcast(builder.constant(0, update.compute), Shape(given.shape)).id();
            else if (node.operation != Operation::Cast)
                operand = builder.cast({builder, operand}, *update.compute).id();
        }
        return builder.graph().add(std::move(node));
    });
}

} // namespace

Graph storedUpdates(const Graph& before, std::span<const StoredUpdate> byOwner)
{
    Graph after = computedWide(before, byOwner);
    Builder builder(after);
    builder.setAddedBy(kPass);
    const std::vector<Output> computed(after.outputs().begin(), after.outputs().end());
    std::vector<Output> outputs;
    std::uint32_t slot = 0; // of the optimizer
    std::uint32_t stream = 0;
    for (const Output& output : computed) {
        outputs.push_back(output);
        if (output.name != "next")
            continue;
        const Value variable(builder, *output.variable);
        const StoredUpdate& update = byOwner[variable.node().owner.index()];
        const bool isState = variable.node().pass == Pass::Update;
        stream = isState ? stream + 1 : update.firstStream + slot++ * update.streams;
        if (update.compute == nullptr)
            continue;
        builder.setOwner(variable.node().owner, Pass::Update);
        const Value next(builder, output.value);
        if (isState || !update.isCompensated) {
            outputs.back().value = stored(next, isState ? update.state : update.variable, stream).id();
            continue;
        }
        const Value owed = builder.variable("compensation", variable.shape(), variable.format());
        const Value step = owed + builder.cast(next, *variable.format());
        const Value sum = variable + step;
        outputs.back().value = sum.id();
        const Value left = step + (variable - sum);
        outputs.push_back({"next", left.id(), owed.id()});
    }
    after.setOutputs(std::move(outputs));
    return after;
}

} // namespace ulpscope::graph
