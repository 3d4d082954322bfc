// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/local_error.h"

#include "engine/tensor/ops.h"

namespace ulpscope {

LocalErrorProbe::LocalErrorProbe(const ModelPlan& plan, const Kernels& kernels)
    : m_arithmetic(kernels)
    , m_twin(float64Twin(plan), m_arithmetic)
    , m_errors(plan.layers.size())
{
}

void LocalErrorProbe::measure(const Model& candidate, std::int64_t stepIndex, double penaltyScale)
{
    const StepContext context{m_arithmetic, stepIndex, true, penaltyScale};
    for (std::size_t index = 1; index < m_errors.size(); ++index)
        measureNode(candidate, index, context);
}

void LocalErrorProbe::measureNode(const Model& candidate, std::size_t index, const StepContext& context)
{
    const Node& node = candidate.nodes()[index];
    Node& twin = m_twin.nodes()[index];
    LayerError& error = m_errors[index];
    error = {};

    const auto stored = node.layer->variables();
    const auto redone = twin.layer->variables();
    for (std::size_t v = 0; v < stored.size(); ++v)
        cast(m_arithmetic, stored[v].value, float64Format(), redone[v].value);
    m_inputs.resize(std::max(m_inputs.size(), node.inputs.size()));
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        cast(m_arithmetic, candidate.nodes()[node.inputs[i]].output, float64Format(), m_inputs[i]);
        twin.usedInputs[i] = &m_inputs[i];
    }
    twin.layer->forward(context, twin.usedInputs, twin.output);
    error.output = relativeError(compare(m_arithmetic, node.output, 1, twin.output));

    if (node.arrivedGradients.empty())
        return;
    cast(m_arithmetic, *node.arrivedGradients.front(), float64Format(), m_gradient);
    for (const Tensor* arrived : std::span(node.arrivedGradients).subspan(1)) {
        cast(m_arithmetic, *arrived, float64Format(), m_arrived);
        binaryInPlace(m_arithmetic, Binary::Add, m_gradient, m_arrived);
    }
    twin.layer->backward(context, twin.usedInputs, twin.output, m_gradient, twin.inputGradients);
    for (std::size_t v = 0; v < stored.size(); ++v)
        error.weightGradients.push_back(stored[v].trainable
                ? relativeError(compare(m_arithmetic, stored[v].gradient, 1, redone[v].gradient))
                : 0);
    for (std::size_t i = 0; i < node.inputGradients.size(); ++i)
        error.inputGradients.push_back(
            relativeError(compare(m_arithmetic, node.inputGradients[i], 1, twin.inputGradients[i])));
}

} // namespace ulpscope
