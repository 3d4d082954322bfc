// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/float64_redo.h"

#include "engine/tensor/details.h"
#include "engine/tensor/ops.h"
#include "engine/train/lane_tensors.h"

#include <algorithm>
#include <utility>

namespace ulpscope {

Float64Redo::Float64Redo(const CheckedSession& checked, const Kernels& kernels, const std::stop_token& stop)
    : m_lane(referenceLane(checked, kernels, stop, LaneUse::Gradients))
    , m_errors(checked.plan.layers.size())
{
}

void Float64Redo::lendWeights(const Lane& candidate, const WeightsBefore& before, std::size_t index)
{
    const Node& node = candidate.model().nodes()[index];
    const auto stored = node.layer->variables();
    const auto redone = m_lane.model().nodes()[index].layer->variables();
    m_weights.resize(std::max(m_weights.size(), stored.size()));
    TensorRef first;
    first.node = NodeId(index);
    std::size_t slot = slotIn(candidate, first).index();
    for (std::size_t v = 0; v < stored.size(); ++v) {
        std::swap(redone[v].value, m_weights[v]);
        cast(m_lane.arithmetic(), stored[v].trainable ? before[slot++] : stored[v].value, float64Format(),
            redone[v].value);
    }
}

void Float64Redo::takeWeightsBack(std::size_t index)
{
    const auto redone = m_lane.model().nodes()[index].layer->variables();
    for (std::size_t v = 0; v < redone.size(); ++v)
        std::swap(redone[v].value, m_weights[v]);
}

bool Float64Redo::redoLayers(
    const Lane& candidate, const WeightsBefore& before, std::int64_t stepIndex, const std::stop_token* stop)
{
    const StepContext context{.arithmetic = m_lane.arithmetic(),
        .step = stepIndex,
        .training = true,
        .penaltyScale = candidate.outcome().scale,
        .stop = stop};
    for (std::size_t index = 1; index < m_errors.size(); ++index) {
        if (context.isStopped())
            return false;
        lendWeights(candidate, before, index);
        redoForward(candidate, index, context);
        redoBackward(candidate, index, context);
        takeWeightsBack(index);
    }
    return true;
}

bool Float64Redo::redoStep(const Lane& candidate, const WeightsBefore& before, const Dataset& data,
    const std::vector<std::int64_t>& batch, std::int64_t stepIndex,
    const std::function<void(std::size_t node, Pass pass)>& compare, const std::stop_token* stop)
{
    Model& model = m_lane.model();
    m_isAgain.assign(m_errors.size(), false);
    const StepContext again{.arithmetic = m_lane.arithmetic(), .step = stepIndex, .training = true};
    const auto begin = [&](std::size_t index, Pass pass) {
        lendWeights(candidate, before, index);
        Node& node = model.nodes()[index];
        if (pass == Pass::Backward && m_isAgain[index])
            node.layer->forward(again, node.usedInputs, m_output);
    };
    const auto end = [&](std::size_t index, Pass pass) {
        takeWeightsBack(index);
        compare(index, pass);
        Node& node = model.nodes()[index];
        if (pass == Pass::Forward)
            m_isAgain[index] = node.layer->givesUpKept(node.output);
        else
            model.giveUp(index);
    };
    const LayerVisitor visitor{std::ref(begin), std::ref(end)}; // a step allocates nothing
    return m_lane.computeGradients(data, batch, stepIndex, stop, &visitor);
}

void Float64Redo::redoForward(const Lane& candidate, std::size_t index, const StepContext& context)
{
    const std::span<const Node> nodes = candidate.model().nodes();
    const Node& node = nodes[index];
    m_inputs.resize(std::max(m_inputs.size(), node.inputs.size()));
    m_usedInputs.clear();
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        cast(m_lane.arithmetic(), nodes[node.inputs[i]].output, float64Format(), m_inputs[i]);
        m_usedInputs.push_back(&m_inputs[i]);
    }
    m_lane.model().nodes()[index].layer->forward(context, m_usedInputs, m_output);
    m_errors[index].output = compareDetail(m_lane.arithmetic(), node.output, 1, m_output);
}

void Float64Redo::redoBackward(const Lane& candidate, std::size_t index, const StepContext& context)
{
    Arithmetic& arithmetic = m_lane.arithmetic();
    const Node& node = candidate.model().nodes()[index];
    Layer& layer = *m_lane.model().nodes()[index].layer;
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
    const auto stored = node.layer->variables();
    const auto exact = layer.variables();
    m_inputGradients.resize(std::max(m_inputGradients.size(), node.inputGradients.size()));
    layer.backward(context, m_usedInputs, m_output, m_gradient,
        std::span(m_inputGradients).first(node.inputGradients.size()));
    for (std::size_t v = 0; v < stored.size(); ++v)
        error.weightGradients.push_back(stored[v].trainable
                ? compareDetail(arithmetic, stored[v].gradient, 1, exact[v].gradient)
                : ComparisonDetail{});
    for (std::size_t i = 0; i < node.inputGradients.size(); ++i)
        error.inputGradients.push_back(
            compareDetail(arithmetic, node.inputGradients[i], 1, m_inputGradients[i]));
    for (Variable& variable : exact)
        m_lane.model().pool().takeBack(variable.gradient);
}

} // namespace ulpscope
