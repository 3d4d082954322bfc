// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/lane_tensors.h"

#include <algorithm>
#include <optional>

namespace ulpscope {

namespace {

std::string numbered(const std::string& name, std::size_t index, std::size_t count)
{
    return count == 1 ? name : name + " " + std::to_string(index + 1);
}

/// Paths that belong to a node, beside its own: inputs after the first.
std::string inputPath(const Node& node, std::size_t index)
{
    return index == 0 ? node.path : node.path + "/input_" + std::to_string(index + 1);
}

} // namespace

PathId LaneTensors::pathId(const std::string& path)
{
    const auto [found, isNew] = m_ids.try_emplace(path, m_paths.size());
    if (isNew)
        m_paths.push_back(path);
    return found->second;
}

LaneTensors::LaneTensors(const Lane& lane)
{
    for (const Node& node : lane.model().nodes()) {
        pathId(node.path);
        for (const Variable& variable : node.layer->variables())
            pathId(node.path + "/" + variable.name);
    }
    std::size_t trained = 0;
    std::vector<std::optional<std::uint32_t>> outputs(lane.model().nodes().size());
    std::vector<std::optional<std::uint32_t>> outputGradients(outputs.size());
    for (std::size_t n = 0; n < outputs.size(); ++n) {
        const Node& node = lane.model().nodes()[n];
        const auto add = [&](TensorRole role, std::size_t index, const std::string& path, SlotId slot = {}) {
            const auto own = static_cast<std::uint32_t>(m_refs.size());
            std::uint32_t sender = own;
            if (role == TensorRole::Output)
                outputs[n] = own;
            else if (role == TensorRole::OutputGradient)
                outputGradients[n] = own;
            else if (role == TensorRole::Input)
                sender = outputs[node.inputs[index]].value_or(own);
            else if (role == TensorRole::InputGradient)
                sender = outputGradients[node.inputs[index]].value_or(own);
            m_refs.push_back(
                {NodeId(n), role, static_cast<std::uint16_t>(index), slot, pathId(path), sender});
        };
        for (std::size_t i = 0; i < node.inputs.size(); ++i)
            add(TensorRole::Input, i, inputPath(node, i));
        const auto variables = node.layer->variables();
        for (std::size_t v = 0; v < variables.size(); ++v)
            add(TensorRole::Weight, v, node.path + "/" + variables[v].name);
        add(TensorRole::Output, 0, node.path);
        if (node.inputs.empty() || (variables.empty() && !node.needsInputGradient))
            continue;
        add(TensorRole::OutputGradient, 0, node.path);
        for (std::size_t v = 0; v < variables.size(); ++v)
            if (variables[v].trainable)
                add(TensorRole::WeightGradient, v, node.path + "/" + variables[v].name);
        for (std::size_t i = 0; i < node.inputGradients.size(); ++i)
            add(TensorRole::InputGradient, i, inputPath(node, i));
        for (std::size_t v = 0; v < variables.size(); ++v) {
            if (!variables[v].trainable)
                continue;
            const std::string path = node.path + "/" + variables[v].name;
            const SlotId slot(trained++);
            add(TensorRole::Update, v, path, slot);
            for (std::size_t k = 0; k < lane.optimizer().keptCount(slot.index()); ++k)
                add(TensorRole::OptimizerState, k,
                    path + "/" + std::string(lane.optimizer().keptName(slot.index(), k)), slot);
        }
    }
}

TensorName LaneTensors::name(const Lane& lane, const TensorRef& ref) const
{
    const Node& node = lane.model().node(ref.node);
    const auto variables = node.layer->variables();
    const auto of = [&](const std::string& name) { return TensorName{node.path, name, ref.role}; };
    switch (ref.role) {
    case TensorRole::Input:
        return of(numbered("input", ref.index, node.inputs.size()));
    case TensorRole::Weight:
        return of(variables[ref.index].name);
    case TensorRole::Output:
        return of("output");
    case TensorRole::OutputGradient:
        return of("output gradient");
    case TensorRole::InputGradient:
        return of(numbered("input gradient", ref.index, node.inputGradients.size()));
    case TensorRole::WeightGradient:
        return of(variables[ref.index].name + " gradient");
    case TensorRole::Update:
        return of(variables[ref.index].name + " update");
    case TensorRole::OptimizerState: {
        const std::string& path = m_paths[ref.path.index()]; // ".../kernel/velocity"
        const std::string shown = path.substr(node.path.size() + 1);
        return of(shown.substr(0, shown.rfind('/')) + " " + shown.substr(shown.rfind('/') + 1));
    }
    }
    return {};
}

std::string indexText(const Shape& shape, Index element)
{
    std::string text;
    for (int axis = shape.rank() - 1; axis >= 0; --axis) {
        const Index extent = std::max<Index>(shape[axis], 1);
        text = std::to_string(element % extent) + (text.empty() ? "" : ", " + text);
        element /= extent;
    }
    return shape.rank() == 0 ? "" : "[" + text + "]";
}

SlotId slotIn(const Lane& lane, const TensorRef& ref)
{
    std::size_t slot = 0;
    for (std::size_t node = 0; node <= ref.node.index(); ++node) {
        const auto variables = lane.model().nodes()[node].layer->variables();
        const std::size_t end = node == ref.node.index() ? ref.index : variables.size();
        for (std::size_t v = 0; v < end; ++v)
            slot += variables[v].trainable ? 1U : 0U;
    }
    return SlotId(slot);
}

std::vector<SlotId> slotsIn(const Lane& lane, const LaneTensors& tensors)
{
    std::vector<SlotId> slots;
    std::size_t node = 0;
    std::size_t before = 0; // variables of the nodes before
    const auto trained = [&](std::size_t of, std::size_t variables) {
        const auto all = lane.model().nodes()[of].layer->variables().first(variables);
        return static_cast<std::size_t>(std::ranges::count_if(all, &Variable::trainable));
    };
    for (const TensorRef& ref : tensors.refs()) {
        if (ref.role != TensorRole::Update)
            continue;
        for (; node < ref.node.index(); ++node)
            before += trained(node, lane.model().nodes()[node].layer->variables().size());
        slots.emplace_back(before + trained(node, ref.index));
    }
    return slots;
}

const Variable& variableOf(const Lane& lane, const TensorRef& ref)
{
    return lane.model().node(ref.node).layer->variables()[ref.index];
}

const Tensor* tensorAt(const Lane& lane, const TensorRef& ref)
{
    const Node& node = lane.model().node(ref.node);
    const auto existing
        = [](const Tensor* tensor) { return tensor == nullptr || tensor->isEmpty() ? nullptr : tensor; };
    switch (ref.role) {
    case TensorRole::Input:
        return existing(node.usedInputs[ref.index]);
    case TensorRole::Weight:
        return existing(&variableOf(lane, ref).value);
    case TensorRole::Output:
        return existing(&node.output);
    case TensorRole::OutputGradient:
        return existing(node.outputGradient);
    case TensorRole::InputGradient:
        return existing(&node.inputGradients[ref.index]);
    case TensorRole::WeightGradient:
        return existing(&variableOf(lane, ref).gradient);
    case TensorRole::OptimizerState:
        return existing(&lane.optimizer().kept(ref.slot.index(), ref.index));
    case TensorRole::Update:
        break;
    }
    return nullptr;
}

const Tensor* Float64Tensors::of(const TensorRef& ref, const Tensor& candidates) const
{
    const Tensor* tensor = lane != nullptr ? tensorAt(*lane, ref) : nullptr;
    return tensor != nullptr && tensor->size() == candidates.size() ? tensor : nullptr;
}

} // namespace ulpscope
