// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/formula_layer.h"

#include "engine/base/check.h"
#include "engine/graph/gradient.h"
#include "engine/graph/passes/autocast.h"
#include "engine/graph/passes/broadcast_division.h"
#include "engine/layer/layer_call.h"
#include "engine/layer/support/initializer.h"

#include <algorithm>

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

/// The parameter that says what a variable begins with; empty: ones.
std::string initializerKey(const Config& config, const std::string& variable)
{
    for (const std::string& key : {variable + "_initializer", std::string("initializer")})
        if (config.find(key) != nullptr)
            return key;
    return {};
}

bool isChangedForward(const graph::Graph& graph, graph::ValueId variable)
{
    return std::ranges::any_of(graph.outputs(),
        [&](const graph::Output& output) { return output.name == "next" && output.variable == variable; });
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

std::size_t placeOf(const std::vector<graph::ValueId>& leaves, graph::ValueId leaf)
{
    return static_cast<std::size_t>(std::ranges::find(leaves, leaf) - leaves.begin());
}

std::optional<graph::ValueId> inputNamed(const graph::Graph& graph, const char* name)
{
    for (const graph::ValueId input : leavesOf(graph, graph::Operation::Input))
        if (graph[input].name == name)
            return input;
    return std::nullopt;
}

/// The gradients of the output by inputs, and by variables that are trained.
void addBackward(graph::Graph& whole, std::size_t inputs)
{
    std::vector<graph::ValueId> leaves = leavesOf(whole, graph::Operation::Input);
    std::erase_if(leaves, [&](graph::ValueId leaf) { return whole[leaf].name != "input"; });
    for (const graph::ValueId variable : leavesOf(whole, graph::Operation::Variable))
        if (!isChangedForward(whole, variable))
            leaves.push_back(variable);
    graph::Builder backward(whole);
    backward.setOwner({}, Pass::Backward);
    const graph::Value output(backward, whole.outputs()[0].value);
    const graph::Value seed = backward.input("output_gradient", output.shape(), output.format());
    const auto gradients = addGradients(backward, output, seed, leaves);
    for (std::size_t i = 0; i < leaves.size(); ++i)
        if (gradients[i]) {
            graph::ValueId gradient = *gradients[i];
            // Where autocast casts a variable, its gradient stays in the dtype that computed it: optimizers cast it.
            if (const graph::Node& cast = whole[gradient]; i >= inputs
                && whole[leaves[i]].attributes.isAutocast && cast.operation == graph::Operation::Cast
                && *whole[cast.operands[0]].format == *whole.ownerOf(leaves[i]).compute)
                gradient = cast.operands[0];
            whole.addOutput({"gradient", gradient, leaves[i]});
        }
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

std::optional<Error> FormulaLayer::policyProblem() const
{
    return m_traits.policyProblem == nullptr ? std::nullopt : m_traits.policyProblem(options());
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
        if (std::string key = initializerKey(options().config, formula[variable].name); !key.empty())
            ranks.emplace_back(std::move(key), formula[variable].shape.rank());
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
        Variable variable{formula[id].name, {}, {}, !isChangedForward(formula, id)};
        const std::string initializer = initializerKey(options().config, variable.name);
        initialize(arithmetic, initializer.empty() ? "ones" : options().config.text(initializer),
            formula[id].shape, key, *numerics().variable, variable.value);
        m_variables.push_back(std::move(variable));
    }
}

graph::Graph FormulaLayer::formulaFor(
    std::span<const Shape> inputs, std::span<const Format* const> formats, bool isTraining) const
{
    graph::Graph formula;
    graph::Builder builder(formula);
    builder.leaveFormatsOpen();
    LayerCall call{builder, options(), {}, {}, isTraining};
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
    const graph::ValueId output = m_traits.formula(call).value().id();
    std::vector<graph::Output> outputs{{"output", output}};
    outputs.insert(outputs.end(), formula.outputs().begin(), formula.outputs().end());
    formula.setOutputs(std::move(outputs));
    return formula;
}

graph::Graph FormulaLayer::formulaOf(std::span<const Shape> inputs) const
{
    std::vector<Shape> shapes;
    for (const Shape& input : inputs)
        shapes.push_back(input.withBatch(1));
    return formulaFor(shapes, std::vector(inputs.size(), numerics().compute), true);
}

/// In training with its gradients: of what arrives of inputs, and of variables as they are used.
FormulaLayer::Run& FormulaLayer::prepare(bool isTraining, std::span<const Tensor* const> inputs)
{
    Run& run = m_runs[isTraining ? 1 : 0];
    bool fits = run.graph != nullptr;
    for (std::size_t i = 0; i < inputs.size() && fits; ++i) {
        const graph::Node& leaf = run.graph->graph()[run.leaves[i]];
        fits = leaf.shape == inputs[i]->shape() && *leaf.format == inputs[i]->format();
    }
    if (fits)
        return run;
    std::vector<Shape> shapes;
    std::vector<const Format*> formats;
    for (const Tensor* input : inputs) {
        shapes.push_back(input->shape());
        formats.push_back(&input->format());
    }
    graph::Graph whole = graph::autocast(formulaFor(shapes, formats, isTraining));
    if (isTraining)
        addBackward(whole, inputs.size());
    run.graph = std::make_unique<graph::GraphRun>(graph::broadcastDivision(whole));
    const graph::Graph& made = run.graph->graph();
    run.leaves = leavesOf(made, graph::Operation::Input);
    std::erase_if(run.leaves, [&](graph::ValueId leaf) { return made[leaf].name != "input"; });
    run.step = inputNamed(made, "step");
    run.seed = inputNamed(made, "output_gradient").value_or(graph::ValueId());
    for (const graph::ValueId variable : leavesOf(made, graph::Operation::Variable))
        run.leaves.push_back(variable);
    return run;
}

void FormulaLayer::give(Run& run, std::span<const Tensor* const> inputs)
{
    for (std::size_t i = 0; i < run.leaves.size(); ++i)
        run.graph->give(run.leaves[i], i < inputs.size() ? *inputs[i] : m_variables[i - inputs.size()].value);
}

void FormulaLayer::forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    Run& run = prepare(context.training, inputs);
    give(run, inputs);
    if (run.step) {
        m_step.reset(Shape{}, float64Format());
        m_step.set(0, static_cast<double>(context.step));
        run.graph->give(*run.step, m_step);
    }
    run.graph->run(context.arithmetic, Pass::Forward);
    const std::span<const graph::Output> outputs = run.graph->graph().outputs();
    const graph::ValueId result = outputs[0].value;
    if (*run.graph->graph()[result].format == *numerics().output)
        run.graph->take(context.arithmetic, result, output);
    else
        cast(context.arithmetic, run.graph->value(result), *numerics().output, output);
    for (const graph::Output& next : outputs)
        if (next.name == "next")
            m_variables[placeOf(run.leaves, *next.variable) - inputs.size()].value.assign(
                run.graph->value(next.value));
    m_penalty = m_penalties.evaluate(context.arithmetic, m_variables, output);
}

void FormulaLayer::backward(const StepContext& context, std::span<const Tensor* const> inputs,
    const Tensor& output, const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    check(context.training, "[FormulaLayer::backward] inference has no gradients");
    Run& run = m_runs[1];
    give(run, inputs);
    run.graph->give(run.seed, m_penalties.outputGradient(context, output, outputGradient));
    run.graph->run(context.arithmetic, Pass::Backward);
    for (std::size_t i = 0; i < inputGradients.size(); ++i) {
        inputGradients[i].reset(inputs[i]->shape(), inputs[i]->format());
        inputGradients[i].fill(0);
    }
    for (const graph::Output& out : run.graph->graph().outputs()) {
        if (out.name != "gradient")
            continue;
        const std::size_t leaf = placeOf(run.leaves, *out.variable);
        if (leaf >= inputs.size())
            run.graph->take(context.arithmetic, out.value, m_variables[leaf - inputs.size()].gradient);
        else if (leaf < inputGradients.size())
            run.graph->take(context.arithmetic, out.value, inputGradients[leaf]);
    }
    m_penalties.addToGradients(context, m_variables);
}

} // namespace ulpscope
