// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/model.h"

#include "engine/tensor/arithmetic_rules.h"
#include "engine/tensor/nonfinite_watch.h"
#include "engine/tensor/ops.h"

namespace ulpscope {

namespace {

RoundingCounts difference(const RoundingCounts& after, const RoundingCounts& before)
{
    return {after.overflows - before.overflows, after.underflows - before.underflows,
        after.nonFinite - before.nonFinite};
}

} // namespace

Model::Model(const ModelPlan& plan, Arithmetic& arithmetic)
{
    for (const PlannedLayer& planned : plan.layers) {
        Node node;
        node.layer = std::make_unique<Layer>(planned.options, planned.layerClass->formula);
        node.path = planned.path;
        node.inputs = planned.inputs;
        node.needsInputGradient = planned.needsInputGradient;
        if (planned.castFirst != planned.options.numerics.compute)
            node.castFirst = planned.castFirst;
        std::vector<Shape> shapes;
        for (const std::size_t input : planned.inputs)
            shapes.push_back(plan.layers[input].outputShape);
        node.layer->build(shapes, arithmetic);
        node.castInputs.resize(node.inputs.size());
        node.usedInputs.resize(node.inputs.size());
        node.inputCounts.resize(node.inputs.size());
        if (node.needsInputGradient)
            node.inputGradients.resize(node.inputs.size());
        m_nodes.push_back(std::move(node));
    }
    placeLayers(plan);
}

/// Tells each layer what is around it, in the order in which gradients go.
void Model::placeLayers(const ModelPlan& plan)
{
    std::vector<std::vector<const Node*>> senders(m_nodes.size());
    for (std::size_t index = m_nodes.size(); index-- > 1;) {
        const Node& node = m_nodes[index];
        const bool isLast = index + 1 == m_nodes.size();
        const std::vector<const Node*>& from = senders[index];
        const bool hasAxes = plan.layers[index].outputShape.rank() > 1; // of rows, else they are one anyway
        const bool isSent = hasAxes && from.size() == 1 && from[0]->castFirst == nullptr
            && from[0]->layer->sendsProduct()
            && *from[0]->layer->numerics().compute == *node.layer->numerics().compute;
        node.layer->setSurroundings({node.needsInputGradient, isLast, isSent, m_pool});
        if (node.needsInputGradient && (isLast || !from.empty()))
            for (const std::size_t input : node.inputs)
                senders[input].push_back(&node);
    }
}

const Tensor& Model::castInput(Arithmetic& arithmetic, const Node& node, const Tensor& x, Tensor& storage)
{
    const Tensor& first
        = node.castFirst == nullptr ? x : castIfNeeded(arithmetic, x, *node.castFirst, m_cast);
    return castIfNeeded(arithmetic, first, *node.layer->numerics().compute, storage);
}

bool Model::forward(const StepContext& context)
{
    for (Node& node : std::span(m_nodes).subspan(1)) {
        if (context.isStopped())
            return false;
        context.arithmetic.setPlace(
            {Pass::Forward, NodeId(static_cast<std::size_t>(&node - m_nodes.data()))});
        RoundingCounts before = context.arithmetic.counts();
        const bool casts
            = node.layer->autocast() && (!node.layer->castsInputs() || node.castFirst != nullptr);
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const Tensor& input = m_nodes[node.inputs[i]].output;
            node.usedInputs[i]
                = casts ? &castInput(context.arithmetic, node, input, node.castInputs[i]) : &input;
            node.inputCounts[i] = difference(context.arithmetic.counts(), before);
            before = context.arithmetic.counts();
        }
        node.layer->forward(context, node.usedInputs, node.output);
        node.forwardCounts = difference(context.arithmetic.counts(), before);
    }
    return true;
}

const Tensor& Model::outputIn(Arithmetic& arithmetic, const Format& format, Tensor& storage) const
{
    const Tensor* unrounded
        = arithmetic.rules().castsUnrounded ? m_nodes.back().layer->unroundedOutput() : nullptr;
    if (unrounded == nullptr || !(unrounded->format() == format))
        return castIfNeeded(arithmetic, output(), format, storage);
    storage.assign(*unrounded);
    storage.reshape(output().shape());
    return storage;
}

void Model::swapForwardTensors(ForwardTensors& others)
{
    others.outputs.resize(m_nodes.size());
    others.castInputs.resize(m_nodes.size());
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        // The tensors stay where they are: usedInputs points to them.
        std::swap(m_nodes[i].output, others.outputs[i]);
        others.castInputs[i].resize(m_nodes[i].castInputs.size());
        for (std::size_t k = 0; k < m_nodes[i].castInputs.size(); ++k)
            std::swap(m_nodes[i].castInputs[k], others.castInputs[i][k]);
    }
}

bool Model::backward(const StepContext& context, const Tensor& gradient)
{
    for (Node& node : m_nodes) {
        node.arrivedGradients.clear();
        node.outputGradient = nullptr;
    }
    m_nodes.back().arrivedGradients.push_back(&gradient);
    for (std::size_t index = m_nodes.size(); index-- > 1;) {
        Node& node = m_nodes[index];
        if (node.arrivedGradients.empty()) // nothing before it, nor itself, has variables
            continue;
        if (context.isStopped())
            return false;
        context.arithmetic.setPlace({Pass::Backward, NodeId(index)});
        const RoundingCounts before = context.arithmetic.counts();
        // Each arriving gradient is cast to this layer's dtype; where several meet, each addition rounds once.
        const Format& compute = *node.layer->numerics().compute;
        if (node.arrivedGradients.size() == 1) {
            node.outputGradient = &castIfNeeded(
                context.arithmetic, *node.arrivedGradients.front(), compute, node.gradientStorage);
        } else {
            cast(context.arithmetic, *node.arrivedGradients.front(), compute, node.gradientStorage);
            for (const Tensor* arrived : std::span(node.arrivedGradients).subspan(1))
                binaryInPlace(context.arithmetic, Binary::Add, node.gradientStorage,
                    castIfNeeded(context.arithmetic, *arrived, compute, m_cast));
            node.outputGradient = &node.gradientStorage;
        }
        node.layer->backward(
            context, node.usedInputs, node.output, *node.outputGradient, node.inputGradients);
        if (node.castFirst != nullptr) {
            for (Tensor& sent : node.inputGradients) {
                cast(context.arithmetic, sent, *node.castFirst, m_cast);
                std::swap(sent, m_cast);
                if (context.arithmetic.watch() != nullptr)
                    context.arithmetic.watch()->moved(
                        context.arithmetic, m_cast, sent, [](Index element) { return element; });
            }
        }
        for (std::size_t i = 0; i < node.inputGradients.size(); ++i)
            m_nodes[node.inputs[i]].arrivedGradients.push_back(&node.inputGradients[i]);
        node.backwardCounts = difference(context.arithmetic.counts(), before);
    }
    return true;
}

} // namespace ulpscope
