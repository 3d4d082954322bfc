// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/float64_redo.h"

#include "engine/tensor/details.h"
#include "engine/tensor/ops.h"

namespace ulpscope {

Float64Redo::Float64Redo(const ModelPlan& plan, const TrainingSpec& training, const Kernels& kernels)
    : m_lane(float64Twin(plan), ofReference(training), LossScale{}, float64Format(), kernels)
    , m_errors(plan.layers.size())
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

bool Float64Redo::redoLayers(const Lane& candidate, std::int64_t stepIndex, const std::stop_token* stop)
{
    takeWeights(candidate);
    const StepContext context{m_lane.arithmetic(), stepIndex, true, candidate.outcome().scale, stop};
    for (std::size_t index = 1; index < m_errors.size(); ++index) {
        if (context.isStopped())
            return false;
        redoNode(candidate, index, context);
    }
    return true;
}

bool Float64Redo::redoStep(const Lane& candidate, const Dataset& data, const std::vector<std::int64_t>& batch,
    std::int64_t stepIndex, const std::stop_token* stop)
{
    takeWeights(candidate);
    return m_lane.computeGradients(data, batch, stepIndex, stop);
}

void Float64Redo::redoNode(const Lane& candidate, std::size_t index, const StepContext& context)
{
    Arithmetic& arithmetic = m_lane.arithmetic();
    const std::span<const Node> nodes = candidate.model().nodes();
    const Node& node = nodes[index];
    Node& twin = m_lane.model().nodes()[index];
    LayerError& error = m_errors[index];
    error.weightGradients.clear();
    error.inputGradients.clear();

    m_inputs.resize(std::max(m_inputs.size(), node.inputs.size()));
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        cast(arithmetic, nodes[node.inputs[i]].output, float64Format(), m_inputs[i]);
        twin.usedInputs[i] = &m_inputs[i];
    }
    twin.layer->forward(context, twin.usedInputs, twin.output);
    error.output = compareDetail(node.output, 1, twin.output);

    if (node.arrivedGradients.empty())
        return;
    cast(arithmetic, *node.arrivedGradients.front(), float64Format(), m_gradient);
    for (const Tensor* arrived : std::span(node.arrivedGradients).subspan(1)) {
        cast(arithmetic, *arrived, float64Format(), m_arrived);
        binaryInPlace(arithmetic, Binary::Add, m_gradient, m_arrived);
    }
    twin.layer->backward(context, twin.usedInputs, twin.output, m_gradient, twin.inputGradients);
    const auto stored = node.layer->variables();
    const auto redone = twin.layer->variables();
    for (std::size_t v = 0; v < stored.size(); ++v)
        error.weightGradients.push_back(stored[v].trainable
                ? compareDetail(stored[v].gradient, 1, redone[v].gradient)
                : ComparisonDetail{});
    for (std::size_t i = 0; i < node.inputGradients.size(); ++i)
        error.inputGradients.push_back(compareDetail(node.inputGradients[i], 1, twin.inputGradients[i]));
}

} // namespace ulpscope
