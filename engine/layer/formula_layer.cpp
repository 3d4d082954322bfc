// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/formula_layer.h"

#include "engine/graph/gradient.h"
#include "engine/graph/passes/autocast.h"
#include "engine/graph/passes/broadcast_division.h"
#include "engine/layer/layer_call.h"

namespace ulpscope {

namespace {

Shape exampleOf(const Shape& batch)
{
    Shape example;
    for (int axis = 1; axis < batch.rank(); ++axis)
        example.append(batch[axis]);
    return example;
}

/// The outputs of the graph: first the layer's, then the gradient of each input that it depends on.
constexpr const char* kOutput = "output";
constexpr const char* kGradient = "gradient";

} // namespace

FormulaLayer::FormulaLayer(LayerOptions layerOptions, LayerFormula formula, LayerShape shape)
    : Layer(std::move(layerOptions))
    , m_formula(formula)
    , m_shape(shape)
{
}

Result<Shape> FormulaLayer::outputShape(std::span<const Shape> inputs) const
{
    return m_shape(options().config, inputs);
}

graph::Graph FormulaLayer::graphOf(std::span<const Tensor* const> inputs) const
{
    graph::Graph formula;
    graph::Builder builder(formula);
    builder.leaveFormatsOpen();
    LayerCall call{builder, options(), {}, {}};
    std::vector<Shape> examples;
    for (const Tensor* input : inputs) {
        call.inputs.push_back(builder.input("input", input->shape(), &input->format()));
        examples.push_back(exampleOf(input->shape()));
    }
    call.output = outputShape(examples)->withBatch(inputs[0]->shape()[0]);
    builder.setOwner(formula.addOwner({.path = "layer",
                         .className = "",
                         .compute = numerics().compute,
                         .variable = numerics().variable}),
        Pass::Forward);
    formula.addOutput({kOutput, m_formula(call).value().id()});

    graph::Graph whole = graph::autocast(formula);
    graph::Builder backward(whole);
    const graph::Value output(backward, whole.outputs()[0].value);
    std::vector<graph::ValueId> wanted;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        wanted.emplace_back(i); // the first nodes
    backward.setOwner({}, Pass::Backward);
    const graph::Value seed = backward.input("output_gradient", output.shape(), output.format());
    const auto gradients = addGradients(backward, output, seed, wanted);
    for (std::size_t i = 0; i < wanted.size(); ++i)
        if (gradients[i])
            whole.addOutput({kGradient, *gradients[i], wanted[i]});
    return graph::broadcastDivision(whole);
}

void FormulaLayer::give(std::span<const Tensor* const> inputs)
{
    for (std::size_t i = 0; i < inputs.size(); ++i)
        m_run->give(graph::ValueId(i), *inputs[i]);
}

void FormulaLayer::forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    bool fits = m_run != nullptr;
    for (std::size_t i = 0; i < inputs.size() && fits; ++i) {
        const graph::Node& leaf = m_run->graph().nodes()[i];
        fits = leaf.shape == inputs[i]->shape() && *leaf.format == inputs[i]->format();
    }
    if (!fits)
        m_run = std::make_unique<graph::GraphRun>(graphOf(inputs));
    give(inputs);
    m_run->run(context.arithmetic, Pass::Forward);
    castOrCopy(
        context.arithmetic, m_run->value(m_run->graph().outputs()[0].value), *numerics().output, output);
}

void FormulaLayer::backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor&,
    const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    if (inputGradients.empty())
        return;
    give(inputs);
    for (std::size_t i = 0; i < m_run->graph().nodes().size(); ++i)
        if (m_run->graph().nodes()[i].name == "output_gradient")
            m_run->give(graph::ValueId(i), outputGradient);
    m_run->run(context.arithmetic, Pass::Backward);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        inputGradients[i].reset(inputs[i]->shape(), *numerics().compute);
        inputGradients[i].fill(0);
    }
    for (const graph::Output& output : m_run->graph().outputs().subspan(1)) {
        const Tensor& gradient = m_run->value(output.value);
        castOrCopy(context.arithmetic, gradient, gradient.format(), inputGradients[output.variable->index()]);
    }
}

} // namespace ulpscope
