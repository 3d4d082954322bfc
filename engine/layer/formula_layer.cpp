// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/formula_layer.h"

#include "engine/graph/gradient.h"
#include "engine/graph/passes/autocast.h"
#include "engine/graph/passes/broadcast_division.h"
#include "engine/layer/layer_call.h"
#include "engine/layer/support/initializer.h"

namespace ulpscope {

namespace {

Shape exampleOf(const Shape& batch)
{
    Shape example;
    for (int axis = 1; axis < batch.rank(); ++axis)
        example.append(batch[axis]);
    return example;
}

std::vector<std::string> namesOf(const FormulaTraits& traits, const Config& config)
{
    return traits.variables == nullptr ? std::vector<std::string>() : traits.variables(config);
}

Penalties penaltiesOf(const FormulaTraits& traits, const Config& config)
{
    std::vector<std::string> keys;
    for (const std::string& name : namesOf(traits, config))
        keys.push_back(name + "_regularizer");
    std::vector<const char*> texts;
    for (const std::string& key : keys)
        texts.push_back(key.c_str());
    return {config, texts};
}

/// Variable i of the layer is the i-th of these.
std::vector<graph::ValueId> leavesOf(const graph::Graph& graph, graph::Operation operation)
{
    std::vector<graph::ValueId> found;
    for (std::size_t i = 0; i < graph.nodes().size(); ++i)
        if (graph.nodes()[i].operation == operation)
            found.emplace_back(i);
    return found;
}

} // namespace

FormulaLayer::FormulaLayer(LayerOptions layerOptions, const FormulaTraits& traits)
    : Layer(std::move(layerOptions))
    , m_traits(traits)
    , m_penalties(penaltiesOf(traits, options().config))
{
}

std::vector<std::string> FormulaLayer::variableNames() const
{
    return namesOf(m_traits, options().config);
}

Result<Shape> FormulaLayer::outputShape(std::span<const Shape> inputs) const
{
    Result<Shape> shape = m_traits.shape(options().config, inputs);
    if (!shape || m_traits.variables == nullptr)
        return shape;
    if (const Status penalties = Penalties::check(options().config); !penalties)
        return penalties.error();
    const graph::Graph formula = formulaOf(inputs);
    std::vector<std::pair<std::string, int>> ranks;
    for (const graph::ValueId variable : leavesOf(formula, graph::Operation::Variable))
        if (options().config.find(formula[variable].name + "_initializer") != nullptr)
            ranks.emplace_back(formula[variable].name + "_initializer", formula[variable].shape.rank());
    const Status initializers = checkInitializers(options().config, ranks);
    return initializers ? shape : initializers.error();
}

Index FormulaLayer::weightCount(std::span<const Shape> inputs) const
{
    Index count = 0;
    if (m_traits.variables == nullptr)
        return count;
    const graph::Graph formula = formulaOf(inputs);
    for (const graph::ValueId variable : leavesOf(formula, graph::Operation::Variable))
        count += formula[variable].shape.elements();
    return count;
}

Index FormulaLayer::multiplyAdds(std::span<const Shape> inputs) const
{
    Index count = 0;
    const graph::Graph formula = formulaOf(inputs);
    for (const graph::ValueId product : leavesOf(formula, graph::Operation::Product))
        count += formula[product].shape.elements() * formula[formula[product].operands[0]].shape.last();
    return count;
}

void FormulaLayer::build(std::span<const Shape> inputs, Arithmetic& arithmetic)
{
    m_variables.clear();
    if (m_traits.variables == nullptr)
        return;
    const graph::Graph formula = formulaOf(inputs);
    for (const graph::ValueId id : leavesOf(formula, graph::Operation::Variable)) {
        const RandomKey key{options().seed, RandomUse::Initializer,
            options().index * 16 + static_cast<std::uint32_t>(m_variables.size()), 0};
        Variable variable{formula[id].name, {}, {}};
        initialize(arithmetic, options().config.text(variable.name + "_initializer"), formula[id].shape, key,
            *numerics().variable, variable.value);
        m_variables.push_back(std::move(variable));
    }
}

graph::Graph FormulaLayer::formulaFor(
    std::span<const Shape> inputs, std::span<const Format* const> formats) const
{
    graph::Graph formula;
    graph::Builder builder(formula);
    builder.leaveFormatsOpen();
    LayerCall call{builder, options(), {}, {}};
    std::vector<Shape> examples;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        call.inputs.push_back(builder.input("input", inputs[i], formats[i]));
        examples.push_back(exampleOf(inputs[i]));
    }
    call.output = m_traits.shape(options().config, examples)->withBatch(inputs[0][0]);
    builder.setOwner(formula.addOwner({.path = "layer",
                         .className = "",
                         .compute = numerics().compute,
                         .variable = numerics().variable}),
        Pass::Forward);
    formula.addOutput({"output", m_traits.formula(call).value().id()});
    return formula;
}

graph::Graph FormulaLayer::formulaOf(std::span<const Shape> inputs) const
{
    std::vector<Shape> shapes;
    for (const Shape& input : inputs)
        shapes.push_back(input.withBatch(1));
    return formulaFor(shapes, std::vector(inputs.size(), numerics().compute));
}

/// The formula for these inputs with its gradients: of what arrives of inputs, and of variables as they are used.
void FormulaLayer::prepare(std::span<const Tensor* const> inputs)
{
    bool fits = m_run != nullptr;
    for (std::size_t i = 0; i < inputs.size() && fits; ++i) {
        const graph::Node& leaf = m_run->graph()[m_leaves[i]];
        fits = leaf.shape == inputs[i]->shape() && *leaf.format == inputs[i]->format();
    }
    if (fits)
        return;
    std::vector<Shape> shapes;
    std::vector<const Format*> formats;
    for (const Tensor* input : inputs) {
        shapes.push_back(input->shape());
        formats.push_back(&input->format());
    }
    graph::Graph whole = graph::autocast(formulaFor(shapes, formats));
    std::vector<graph::ValueId> leaves = leavesOf(whole, graph::Operation::Input);
    for (const graph::ValueId variable : leavesOf(whole, graph::Operation::Variable))
        leaves.push_back(variable);
    graph::Builder backward(whole);
    backward.setOwner({}, Pass::Backward);
    const graph::Value output(backward, whole.outputs()[0].value);
    const graph::Value seed = backward.input("output_gradient", output.shape(), output.format());
    const auto gradients = addGradients(backward, output, seed, leaves);
    for (std::size_t i = 0; i < leaves.size(); ++i)
        if (gradients[i]) {
            graph::ValueId gradient = *gradients[i];
            // A variable's stays in the dtype in which it was computed: optimizers cast it.
            if (i >= inputs.size() && whole[gradient].operation == graph::Operation::Cast)
                gradient = whole[gradient].operands[0];
            whole.addOutput({"gradient", gradient, leaves[i]});
        }
    m_run = std::make_unique<graph::GraphRun>(graph::broadcastDivision(whole));
    m_leaves = leavesOf(m_run->graph(), graph::Operation::Input);
    m_seed = m_leaves.back();
    m_leaves.pop_back();
    for (const graph::ValueId variable : leavesOf(m_run->graph(), graph::Operation::Variable))
        m_leaves.push_back(variable);
}

void FormulaLayer::give(std::span<const Tensor* const> inputs)
{
    for (std::size_t i = 0; i < m_leaves.size(); ++i)
        m_run->give(m_leaves[i], i < inputs.size() ? *inputs[i] : m_variables[i - inputs.size()].value);
}

void FormulaLayer::forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    prepare(inputs);
    give(inputs);
    m_run->run(context.arithmetic, Pass::Forward);
    const graph::ValueId result = m_run->graph().outputs()[0].value;
    if (*m_run->graph()[result].format == *numerics().output)
        m_run->take(context.arithmetic, result, output);
    else
        cast(context.arithmetic, m_run->value(result), *numerics().output, output);
    m_penalty = m_penalties.evaluate(context.arithmetic, m_variables, output);
}

void FormulaLayer::backward(const StepContext& context, std::span<const Tensor* const> inputs,
    const Tensor& output, const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    give(inputs);
    m_run->give(m_seed, m_penalties.outputGradient(context, output, outputGradient));
    m_run->run(context.arithmetic, Pass::Backward);
    for (std::size_t i = 0; i < inputGradients.size(); ++i) {
        inputGradients[i].reset(inputs[i]->shape(), *numerics().compute);
        inputGradients[i].fill(0);
    }
    for (const graph::Output& out : m_run->graph().outputs().subspan(1)) {
        const auto leaf
            = static_cast<std::size_t>(std::ranges::find(m_leaves, out.variable.value()) - m_leaves.begin());
        if (leaf >= inputs.size())
            m_run->take(context.arithmetic, out.value, m_variables[leaf - inputs.size()].gradient);
        else if (leaf < inputGradients.size())
            m_run->take(context.arithmetic, out.value, inputGradients[leaf]);
    }
    m_penalties.addToGradients(context, m_variables);
}

} // namespace ulpscope
