// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/float64_redo.h"

#include "engine/tensor/details.h"
#include "engine/tensor/ops.h"

namespace ulpscope {

Float64Redo::Float64Redo(const CheckedSession& checked, const Kernels& kernels, const std::stop_token& stop)
    : m_lane(referenceLane(checked, kernels, stop))
    , m_errors(checked.plan.layers.size())
    , m_inputs(checked.plan.layers.size())
{
}

void Float64Redo::takeWeights(const Lane& candidate)
{
    for (std::size_t i = 0; i < m_errors.size(); ++i) {
        const auto stored = candidate.model().nodes()[i].layer->variables();
        const auto redone = m_lane.model().nodes()[i].layer->variables();
        for (std::size_t v = 0; v < stored.size(); ++v)
            cast(m_lane.arithmetic(), stored[v].value, float64Format(), redone[v].value);
    }
}

StepContext Float64Redo::contextOf(const Lane& candidate, std::int64_t stepIndex, const std::stop_token* stop)
{
    return {.arithmetic = m_lane.arithmetic(),
        .step = stepIndex,
        .training = true,
        .penaltyScale = candidate.outcome().scale,
        .stop = stop};
}

bool Float64Redo::redoForward(const Lane& candidate, std::int64_t stepIndex, const std::stop_token* stop)
{
    const StepContext context = contextOf(candidate, stepIndex, stop);
    for (std::size_t index = 1; index < m_errors.size(); ++index) {
        if (context.isStopped())
            return false;
        redoNodeForward(candidate, index, context);
    }
    return true;
}

bool Float64Redo::redoBackward(const Lane& candidate, std::int64_t stepIndex, const std::stop_token* stop)
{
    const StepContext context = contextOf(candidate, stepIndex, stop);
    for (std::size_t index = m_errors.size(); index-- > 1;) {
        if (context.isStopped())
            return false;
        redoNodeBackward(candidate, index, context);
    }
    return true;
}

bool Float64Redo::redoStep(const Dataset& data, const std::vector<std::int64_t>& batch,
    std::int64_t stepIndex, const std::stop_token* stop)
{
    return m_lane.computeGradients(data, batch, stepIndex, stop);
}

void Float64Redo::redoNodeForward(const Lane& candidate, std::size_t index, const StepContext& context)
{
    const std::span<const Node> nodes = candidate.model().nodes();
    const Node& node = nodes[index];
    Node& redone = m_lane.model().nodes()[index];
    std::vector<Tensor>& inputs = m_inputs[index];
    inputs.resize(node.inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        cast(m_lane.arithmetic(), nodes[node.inputs[i]].output, float64Format(), inputs[i]);
        redone.usedInputs[i] = &inputs[i];
    }
    redone.layer->forward(context, redone.usedInputs, redone.output);
    m_errors[index].output = compareDetail(m_lane.arithmetic(), node.output, 1, redone.output);
}

void Float64Redo::redoNodeBackward(const Lane& candidate, std::size_t index, const StepContext& context)
{
    Arithmetic& arithmetic = m_lane.arithmetic();
    const Node& node = candidate.model().nodes()[index];
    Node& redone = m_lane.model().nodes()[index];
    LayerError& error = m_errors[index];
    error.weightGradients.clear();
    error.inputGradients.clear();
    if (node.arrivedGradients.empty())
        return;
    cast(arithmetic, *node.arrivedGradients.front(), float64Format(), m_gradient);
    for (const Tensor* arrived : std::span(node.arrivedGradients).subspan(1)) {
        cast(arithmetic, *arrived, float64Format(), m_arrived);
        binaryInPlace(arithmetic, Binary::Add, m_gradient, m_arrived);
    }
    redone.layer->backward(context, redone.usedInputs, redone.output, m_gradient, redone.inputGradients);
    const auto stored = node.layer->variables();
    const auto exact = redone.layer->variables();
    for (std::size_t v = 0; v < stored.size(); ++v)
        error.weightGradients.push_back(stored[v].trainable
                ? compareDetail(arithmetic, stored[v].gradient, 1, exact[v].gradient)
                : ComparisonDetail{});
    for (std::size_t i = 0; i < node.inputGradients.size(); ++i)
        error.inputGradients.push_back(
            compareDetail(arithmetic, node.inputGradients[i], 1, redone.inputGradients[i]));
}

} // namespace ulpscope
