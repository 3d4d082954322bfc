// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/tensor_snapshot.h"

namespace ulpscope {

namespace {

struct NamedTensor
{
    TensorName name;
    const Tensor* tensor = nullptr; ///< null before the first step, and where a pass does not come by
};

std::string numbered(const std::string& name, std::size_t index, std::size_t count)
{
    return count == 1 ? name : name + " " + std::to_string(index + 1);
}

bool isGradient(TensorRole role)
{
    return role == TensorRole::OutputGradient || role == TensorRole::InputGradient
        || role == TensorRole::WeightGradient;
}

std::vector<NamedTensor> tensorsOf(const Node& node)
{
    std::vector<NamedTensor> tensors;
    const auto add = [&](const std::string& name, TensorRole role, const Tensor* tensor) {
        tensors.push_back({{node.path, name, role}, tensor});
    };
    for (std::size_t i = 0; i < node.usedInputs.size(); ++i)
        add(numbered("input", i, node.usedInputs.size()), TensorRole::Input, node.usedInputs[i]);
    const auto variables = node.layer->variables();
    for (const Variable& variable : variables)
        add(variable.name, TensorRole::Weight, &variable.value);
    add("output", TensorRole::Output, &node.output);
    if (node.inputs.empty() || (variables.empty() && !node.needsInputGradient))
        return tensors;
    add("output gradient", TensorRole::OutputGradient, node.outputGradient);
    for (const Variable& variable : variables)
        if (variable.trainable)
            add(variable.name + " gradient", TensorRole::WeightGradient, &variable.gradient);
    for (std::size_t i = 0; i < node.inputGradients.size(); ++i)
        add(numbered("input gradient", i, node.inputGradients.size()), TensorRole::InputGradient,
            &node.inputGradients[i]);
    return tensors;
}

const Tensor* find(const Model& model, const TensorName& name)
{
    for (const Node& node : model.nodes()) {
        if (node.path != name.layer)
            continue;
        for (const NamedTensor& candidate : tensorsOf(node))
            if (candidate.name == name)
                return candidate.tensor;
    }
    return nullptr;
}

std::vector<double> valuesOf(const Tensor& tensor, double factor)
{
    std::vector<double> values(static_cast<std::size_t>(tensor.size()));
    for (Index i = 0; i < tensor.size(); ++i)
        values[static_cast<std::size_t>(i)] = tensor.at(i) * factor;
    return values;
}

} // namespace

std::vector<TensorName> tensorNames(const Model& model)
{
    std::vector<TensorName> names;
    for (const Node& node : model.nodes())
        for (NamedTensor& tensor : tensorsOf(node))
            names.push_back(std::move(tensor.name));
    return names;
}

TensorSnapshot snapshotOf(
    const Lane& candidate, const Lane& reference, const TensorName& name, std::int64_t step)
{
    TensorSnapshot snapshot;
    snapshot.name = name;
    snapshot.step = step;
    const Tensor* tensor = find(candidate.model(), name);
    if (!tensor || tensor->isEmpty())
        return snapshot;
    snapshot.shape = tensor->shape();
    snapshot.format = &tensor->format();
    snapshot.scale = isGradient(name.role) ? candidate.outcome().scale : 1.0;
    snapshot.values = valuesOf(*tensor, 1);
    const Tensor* expected = find(reference.model(), name);
    if (expected && expected->shape() == tensor->shape())
        snapshot.reference = valuesOf(*expected, snapshot.scale);
    return snapshot;
}

} // namespace ulpscope
