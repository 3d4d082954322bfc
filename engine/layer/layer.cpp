// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/layer.h"

#include "engine/base/check.h"
#include "engine/graph/gradient.h"
#include "engine/graph/passes/kernel_products.h"
#include "engine/graph/passes/product_rows.h"
#include "engine/graph/passes/unused.h"
#include "engine/layer/layer_call.h"
#include "engine/layer/observed_scaling.h"
#include "engine/layer/support/initializer.h"
#include "engine/tensor/block_ops.h"

#include <algorithm>
#include <array>

namespace ulpscope {

namespace {

constexpr std::array<const char*, 3> kSlotNames{"inputs", "kernel", "outputs_grad"};
constexpr std::string_view kOutputGradient = "output_gradient";
constexpr const char* kUnrounded = "unrounded";

Shape exampleOf(const Shape& batch)
{
    Shape example;
    for (int axis = 1; axis < batch.rank(); ++axis)
        example.append(batch[axis]);
    return example;
}

/// Batches of one example.
std::vector<Shape> batchesOf(std::span<const Shape> examples)
{
    std::vector<Shape> batches;
    for (const Shape& example : examples)
        batches.push_back(example.withBatch(1));
    return batches;
}

std::vector<std::string> namesOf(const LayerFormula& formula, const Config& config)
{
    return formula.variables == nullptr ? std::vector<std::string>() : formula.variables(config);
}

/// The parameter of that end that is the variable's; empty: none is.
std::string parameterOf(const Config& config, const std::string& variable, const std::string& end)
{
    for (const std::string& key : {variable + "_" + end, "depthwise_" + end, end})
        if (config.find(key) != nullptr)
            return key;
    return {};
}

bool hasIntegers(const LayerFormula& formula, const LayerNumerics& numerics)
{
    return formula.isLinear && numerics.integerKernel.has_value();
}

Penalties penaltiesOf(const LayerFormula& formula, const LayerOptions& options)
{
    std::vector<std::string> keys;
    for (const std::string& name : namesOf(formula, options.config))
        keys.push_back(parameterOf(options.config, name, "regularizer"));
    if (hasIntegers(formula, options.numerics)) // Keras adds the quantized kernel without its regularizer
        keys.front().clear();
    std::vector<const char*> texts;
    for (const std::string& key : keys)
        texts.push_back(key.c_str());
    return {options.config, texts};
}

bool isChangedForward(const graph::Graph& graph, graph::ValueId variable)
{
    return std::ranges::any_of(graph.outputs(),
        [&](const graph::Output& output) { return output.name == "next" && output.variable == variable; });
}

std::vector<graph::ValueId> nodesOf(
    const graph::Graph& graph, const std::function<bool(const graph::Node& node)>& isMeant)
{
    std::vector<graph::ValueId> found;
    for (std::size_t i = 0; i < graph.nodes().size(); ++i)
        if (isMeant(graph.nodes()[i]))
            found.emplace_back(i);
    return found;
}

std::vector<graph::ValueId> nodesOf(const graph::Graph& graph, graph::Operation operation)
{
    return nodesOf(graph, [operation](const graph::Node& node) { return node.operation == operation; });
}

bool isProduct(const graph::Node& node)
{
    return node.operation == graph::Operation::Product || node.operation == graph::Operation::BatchedProduct;
}

std::vector<graph::ValueId> inputsNamed(const graph::Graph& graph, std::string_view name)
{
    return nodesOf(graph, [name](const graph::Node& node) {
        return node.operation == graph::Operation::Input && node.name == name;
    });
}

std::size_t placeOf(const std::vector<graph::ValueId>& leaves, graph::ValueId leaf)
{
    return static_cast<std::size_t>(std::ranges::find(leaves, leaf) - leaves.begin());
}

std::optional<graph::ValueId> firstOf(const std::vector<graph::ValueId>& values)
{
    return values.empty() ? std::nullopt : std::optional(values.front());
}

/// Elements of what windows see.
Index unfoldedIn(const graph::Graph& graph)
{
    Index count = 0;
    for (const graph::ValueId id : nodesOf(graph, graph::Operation::Unfold))
        count += graph[id].shape.elements();
    return count;
}

} // namespace

Layer::Layer(LayerOptions layerOptions, const LayerFormula& formula)
    : m_options(std::move(layerOptions))
    , m_formula(formula)
    , m_penalties(penaltiesOf(formula, m_options))
{
}

std::vector<std::string> Layer::variableNames() const
{
    return namesOf(m_formula, m_options.config);
}

std::optional<Error> Layer::policyProblem() const
{
    return m_formula.policyProblem == nullptr ? std::nullopt : m_formula.policyProblem(m_options);
}

Result<Shape> Layer::outputShape(std::span<const Shape> inputs) const
{
    if (m_formula.variables != nullptr)
        if (const Status penalties = Penalties::check(m_options.config); !penalties)
            return penalties.error();
    Result<Shape> shape = m_formula.shape(m_options.config, inputs);
    if (!shape || m_formula.variables == nullptr)
        return shape;
    const graph::Graph formula = formulaOf(inputs);
    if (m_formula.isLinear && (numerics().scaling || numerics().integerKernel)
        && nodesOf(formula, graph::Operation::Product).size() > 1)
        return Error{"equation",
            "not supported under float8, int8 and int4: an axis that input, kernel and output share"};
    std::vector<std::pair<std::string, int>> ranks;
    for (const graph::ValueId variable : nodesOf(formula, graph::Operation::Variable))
        if (std::string key = parameterOf(m_options.config, formula[variable].name, "initializer");
            !key.empty())
            ranks.emplace_back(std::move(key), formula[variable].shape.rank());
    const Status initializers = checkInitializers(m_options.config, ranks);
    return initializers ? shape : initializers.error();
}

Index Layer::weightCount(std::span<const Shape> inputs) const
{
    Index count = 0;
    if (m_formula.variables == nullptr)
        return count;
    const graph::Graph formula = formulaOf(inputs);
    for (const graph::ValueId variable : nodesOf(formula, graph::Operation::Variable))
        count += formula[variable].shape.elements();
    return count;
}

Index Layer::workCount(std::span<const Shape> inputs) const
{
    if (unfoldedIn(formulaOf(inputs)) == 0)
        return 0;
    const std::vector formats(inputs.size(), numerics().compute);
    return unfoldedIn(stepFor(batchesOf(inputs), formats, rulesOf(ArithmeticKind::Written), true));
}

Index Layer::multiplyAdds(std::span<const Shape> inputs) const
{
    Index count = 0;
    const graph::Graph formula = formulaOf(inputs);
    for (const graph::ValueId product : nodesOf(formula, isProduct))
        count += formula[product].shape.elements() * formula[formula[product].operands[0]].shape.last();
    return count;
}

void Layer::build(std::span<const Shape> inputs, Arithmetic& arithmetic, Weights weights)
{
    m_examples.assign(inputs.begin(), inputs.end());
    const graph::Graph formula = formulaOf(inputs);
    m_variables.clear();
    for (const graph::ValueId id : nodesOf(formula, graph::Operation::Variable)) {
        const RandomKey key{m_options.seed, RandomUse::Initializer,
            m_options.index * 16 + static_cast<std::uint32_t>(m_variables.size()), 0};
        Variable variable{formula[id].name, {}, {}, !isChangedForward(formula, id)};
        const std::string parameter = parameterOf(m_options.config, variable.name, "initializer");
        const std::string initializer = parameter.empty() ? "ones" : m_options.config.text(parameter);
        if (weights == Weights::Lent) {
            // nothing to draw
        } else if (m_variables.empty() && m_formula.fans != nullptr) {
            const auto [in, out] = m_formula.fans(m_options.config, inputs[0]);
            initialize(arithmetic, initializer, formula[id].shape, in, out, key, *numerics().variable,
                variable.value);
        } else {
            initialize(arithmetic, initializer, formula[id].shape, key, *numerics().variable, variable.value);
        }
        if (m_variables.empty() && hasIntegers(m_formula, numerics()))
            variable.trainable = false;
        m_variables.push_back(std::move(variable));
    }
    makeScalings();
}

void Layer::setSurroundings(const LayerSurroundings& surroundings)
{
    m_surroundings = surroundings;
    makeScalings();
}

/// A slot has a scaling where the whole tensor has one scale: by history where a product takes it as the policy has it, or else by the
/// format that the product in question overrides it with. A block format has scales of its own, and no tensor's.
void Layer::makeScalings()
{
    m_scalings.clear();
    const bool isScaled = numerics().scaling
        || std::ranges::any_of(numerics().products,
            [](const ProductOverrides& product) { return product.left || product.right; });
    if (!m_formula.isLinear || !isScaled
        || nodesOf(formulaOf(m_examples), graph::Operation::Product).size() != 1)
        return;
    const auto& scaling = numerics().scaling;
    const ProductOverrides& forward = numerics().product(ProductRole::Forward);
    const ProductOverrides& inputGradient = numerics().product(ProductRole::InputGradient);
    const ProductOverrides& weightGradient = numerics().product(ProductRole::WeightGradient);
    const auto hasOne = [](const std::optional<CastTarget>& target) {
        return target && target->block && hasOneScale(*target->block);
    };
    const std::array isByFormat{hasOne(forward.left), hasOne(forward.right), hasOne(weightGradient.right)};
    const bool sends = m_surroundings.wantsInputGradient; // else there is no product for the input's gradient
    const std::array isTaken{!forward.left || !weightGradient.left,
        !forward.right || (sends && !inputGradient.right),
        (sends && !inputGradient.left) || !weightGradient.right};
    for (std::size_t slot = 0; slot < kSlotNames.size(); ++slot) {
        const bool isGradient = slot + 1 == kSlotNames.size();
        if (scaling && isTaken[slot])
            m_scalings.push_back(makeTensorScaling(kSlotNames[slot], *scaling,
                (isGradient ? scaling->backward : scaling->forward)->maxFinite()));
        else if (isByFormat[slot])
            m_scalings.push_back({kSlotNames[slot], CurrentScaling{}});
    }
}

graph::Graph Layer::formulaFor(
    std::span<const Shape> inputs, std::span<const Format* const> formats, bool isTraining) const
{
    if (m_formula.call == nullptr)
        return {};
    graph::Graph formula;
    graph::Builder builder(formula);
    builder.leaveFormatsOpen();
    LayerCall call{builder, m_options, {}, {}, isTraining};
    std::vector<Shape> examples;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        call.inputs.push_back(builder.input("input", inputs[i], formats[i]));
        examples.push_back(exampleOf(inputs[i]));
    }
    call.output = m_formula.shape(m_options.config, examples)->withBatch(inputs[0][0]);
    builder.setOwner(formula.addOwner({.path = "layer",
                         .className = {},
                         .compute = numerics().compute,
                         .variable = numerics().variable}),
        Pass::Forward);
    std::vector<graph::Output> outputs{{"output", m_formula.call(call).id()}};
    outputs.insert(outputs.end(), formula.outputs().begin(), formula.outputs().end());
    formula.setOutputs(std::move(outputs));
    return formula;
}

graph::Graph Layer::formulaOf(std::span<const Shape> inputs) const
{
    return formulaFor(batchesOf(inputs), std::vector(inputs.size(), numerics().compute), true);
}

graph::Graph Layer::stepFor(std::span<const Shape> inputs, std::span<const Format* const> formats,
    const ArithmeticRules& rules, bool isTraining) const
{
    LayerPasses passes(rules);
    passes.add(m_options, m_formula.isLinear);
    graph::Graph step = passes.ofFormulas(formulaFor(inputs, formats, isTraining));
    graph::Builder builder(step);
    const graph::Value output(builder, step.outputs()[0].value);
    if (m_surroundings.isOutput && rules.castsUnrounded && isRoundedFromFloat32(*numerics().output)) {
        builder.setOwner(graph::OwnerId(1), Pass::Loss);
        step.addOutput({kUnrounded, builder.cast(output, carrierFormat(*numerics().output)).id()});
    }
    if (isTraining)
        addGradients(builder, output);
    step = passes.ofStep(std::move(step));
    std::vector<graph::Output> outputs;
    for (graph::Output out : step.outputs()) {
        if (out.name == "gradient")
            out.value = beforeCast(step, out);
        const bool isOfScaling = out.variable && step[*out.variable].operation == graph::Operation::Variable
            && std::ranges::find(m_variables, step[*out.variable].name, &Variable::name) == m_variables.end();
        // A cast alone leaves nothing unrounded.
        const bool isOnlyCast = out.name == kUnrounded && step[out.value].operation == graph::Operation::Cast;
        if (!isOfScaling && !isOnlyCast)
            outputs.push_back(std::move(out));
    }
    for (const graph::Group& group : step.groups())
        if (group.name == graph::kQuantizeDequantize)
            outputs.push_back({"scaled", group.operands[0], group.operands[1]});
    step.setOutputs(std::move(outputs));
    return graph::withoutUnused(step);
}

void Layer::addGradients(graph::Builder& builder, const graph::Value& output) const
{
    graph::Graph& step = builder.graph();
    std::vector<graph::ValueId> leaves;
    if (m_surroundings.wantsInputGradient)
        leaves = inputsNamed(step, "input");
    for (const graph::ValueId variable : nodesOf(step, graph::Operation::Variable))
        if (!step[variable].attributes.isUntrained && !isChangedForward(step, variable))
            leaves.push_back(variable);
    builder.setOwner({}, Pass::Backward);
    const graph::Value seed = builder.input(
        std::string(m_surroundings.getsProductGradient ? graph::kProductGradient : kOutputGradient),
        output.shape(), output.format());
    const auto gradients = graph::addGradients(builder, output, seed, leaves);
    for (std::size_t i = 0; i < leaves.size(); ++i)
        if (gradients[i])
            step.addOutput({"gradient", *gradients[i], leaves[i]});
}

/// A gradient in the dtype in which it was computed, where autocast casts what it is of: who takes it casts it.
graph::ValueId Layer::beforeCast(const graph::Graph& step, const graph::Output& gradient) const
{
    const graph::Node& node = step[gradient.value];
    const graph::Node& leaf = step[*gradient.variable];
    const bool isAutocast
        = leaf.operation == graph::Operation::Input ? autocast() : leaf.attributes.isAutocast;
    const bool isCast
        = node.operation == graph::Operation::Cast && *step[node.operands[0]].format == *numerics().compute;
    return isAutocast && isCast ? node.operands[0] : gradient.value;
}

Layer::Run& Layer::prepare(const StepContext& context, std::span<const Tensor* const> inputs)
{
    Run& run = m_runs[context.training ? 1 : 0];
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
    run.graph = std::make_unique<graph::GraphRun>(
        stepFor(shapes, formats, context.arithmetic.rules(), context.training));
    const graph::Graph& made = run.graph->graph();
    run.leaves = inputsNamed(made, "input");
    run.step = firstOf(inputsNamed(made, "step"));
    run.seed = firstOf(
        inputsNamed(made, m_surroundings.getsProductGradient ? graph::kProductGradient : kOutputGradient));
    for (const Variable& variable : m_variables)
        run.leaves.push_back(nodesOf(made, [&](const graph::Node& node) {
            return node.operation == graph::Operation::Variable && node.name == variable.name;
        }).front());
    run.unrounded.reset();
    run.isSent.assign(inputs.size(), false);
    for (const graph::Output& out : made.outputs()) {
        if (out.name == kUnrounded)
            run.unrounded = out.value;
        if (const std::size_t leaf
            = out.name == "gradient" ? placeOf(run.leaves, *out.variable) : inputs.size();
            leaf < inputs.size())
            run.isSent[leaf] = true;
    }
    findScaled(run);
    return run;
}

void Layer::findScaled(Run& run) const
{
    const graph::Graph& graph = run.graph->graph();
    run.scaled.clear();
    run.current.clear();
    for (std::size_t i = 0; i < m_scalings.size(); ++i) {
        const std::string& slot = m_scalings[i].slot;
        const bool isGradient = slot == kSlotNames[2];
        const Pass pass = isGradient ? Pass::Backward : Pass::Forward;
        if (m_scalings[i].kind() == ScalingKind::Current) {
            const auto products = nodesOf(graph, [&](const graph::Node& node) {
                return node.operation == graph::Operation::Product && node.pass == pass
                    && (node.attributes.transpose == Transpose::A) == isGradient;
            });
            if (!products.empty())
                run.current.push_back(
                    {i, graph[products.front()].operands[slot == kSlotNames[0] ? 0 : 1], pass});
            continue;
        }
        for (const graph::Output& out : graph.outputs())
            if (out.name == "scaled" && graph[*out.variable].name == slot + "_scale")
                run.scaled.push_back({i, *out.variable, out.value, std::max(pass, graph[out.value].pass),
                    Tensor(Shape(), float32Format())});
    }
}

void Layer::give(Run& run, std::span<const Tensor* const> inputs)
{
    for (std::size_t i = 0; i < run.leaves.size(); ++i)
        run.graph->give(run.leaves[i], i < inputs.size() ? *inputs[i] : m_variables[i - inputs.size()].value);
    for (Scaled& scaled : run.scaled) {
        scaled.number.fill(static_cast<double>(m_scalings[scaled.scaling].scale()));
        run.graph->give(scaled.scale, scaled.number);
    }
}

void Layer::observe(const Run& run, const StepContext& context, Pass pass)
{
    for (const Scaled& scaled : run.scaled)
        if (scaled.pass == pass)
            observeOperand(context.arithmetic, *numerics().scaling, run.graph->value(scaled.x),
                m_scalings[scaled.scaling], m_observed);
    for (const Current& current : run.current)
        if (current.pass == pass)
            if (const TensorScale* seen = run.graph->scaleOf(current.operand))
                m_scalings[current.scaling].observeCurrent(seen->amax, seen->encode);
}

void Layer::forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    Run& run = prepare(context, inputs);
    graph::GraphRun& graph = *run.graph;
    give(run, inputs);
    graph.setStep(context.step);
    if (run.step) {
        m_step.reset(Shape{}, float64Format());
        m_step.set(0, static_cast<double>(context.step));
        graph.give(*run.step, m_step);
    }
    TensorPool* const pool = m_surroundings.pool.get();
    const graph::ValueId result = graph.graph().outputs()[0].value;
    const bool isTaken = *graph.graph()[result].format == *numerics().output;
    if (isTaken && pool != nullptr)
        pool->takeBack(output); // the last step's, for this one's
    graph.run(arithmetic, Pass::Forward, pool);
    if (run.unrounded)
        graph.run(arithmetic, Pass::Loss, pool);
    m_unrounded = run.unrounded ? &graph.value(*run.unrounded) : nullptr;
    if (isTaken)
        graph.take(arithmetic, result, output, pool);
    else
        cast(arithmetic, graph.value(result), *numerics().output, output);
    if (context.training)
        observe(run, context, Pass::Forward);
    for (const graph::Output& out : graph.graph().outputs())
        if (out.name == "next")
            m_variables[placeOf(run.leaves, *out.variable) - inputs.size()].value.assign(
                graph.value(out.value));
    m_penalty = m_penalties.evaluate(arithmetic, m_variables, output);
}

void Layer::backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
    const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    check(context.training, "[Layer::backward] inference has no gradients");
    Arithmetic& arithmetic = context.arithmetic;
    TensorPool* const pool = m_surroundings.pool.get();
    Run& run = m_runs[1];
    give(run, inputs);
    /// Calls f(value, where it goes) for each gradient that is wanted.
    const auto forGradients = [&](const auto& f) {
        for (const graph::Output& out : run.graph->graph().outputs()) {
            if (out.name != "gradient")
                continue;
            const std::size_t leaf = placeOf(run.leaves, *out.variable);
            if (leaf >= inputs.size())
                f(out.value, m_variables[leaf - inputs.size()].gradient);
            else if (leaf < inputGradients.size())
                f(out.value, inputGradients[leaf]);
        }
    };
    if (run.seed) {
        run.graph->give(*run.seed, m_penalties.outputGradient(context, output, outputGradient));
        if (pool != nullptr)
            forGradients([&](graph::ValueId, Tensor& gradient) { pool->takeBack(gradient); });
        run.graph->run(arithmetic, Pass::Backward, pool);
        observe(run, context, Pass::Backward);
    }
    for (std::size_t i = 0; i < inputGradients.size(); ++i) {
        if (run.isSent[i])
            continue;
        inputGradients[i].reset(inputs[i]->shape(), autocast() ? *numerics().compute : inputs[i]->format());
        inputGradients[i].fill(0);
    }
    forGradients(
        [&](graph::ValueId value, Tensor& gradient) { run.graph->take(arithmetic, value, gradient, pool); });
    m_penalties.addToGradients(context, m_variables);
}

bool Layer::givesUpKept(const Tensor& output)
{
    constexpr std::size_t kLarge = std::size_t{8} << 20;
    const std::size_t kept = m_runs[1].graph->keptBytes();
    const bool isLarge = kept > kLarge && kept > 2 * output.bytes() && m_surroundings.pool != nullptr;
    if (isLarge)
        m_runs[1].graph->giveUpKept(*m_surroundings.pool);
    return isLarge;
}

bool Layer::sendsProduct() const
{
    LayerPasses passes(rulesOf(ArithmeticKind::Written));
    passes.add(m_options, m_formula.isLinear);
    graph::Graph step = passes.ofFormulas(formulaOf(m_examples));
    graph::Builder builder(step);
    const graph::Value output(builder, step.outputs()[0].value);
    const std::vector<graph::ValueId> inputs = inputsNamed(step, "input");
    builder.setOwner({}, Pass::Backward);
    const graph::Value seed = builder.input(std::string(kOutputGradient), output.shape(), output.format());
    const auto gradients = graph::addGradients(builder, output, seed, std::span(inputs).first(1));
    return gradients[0] && graph::isSentProduct(step, *gradients[0]);
}

void Layer::restoreScalings(std::span<const TensorScaling> kept)
{
    check(kept.size() == m_scalings.size(), "[Layer] scalings of a layer made alike");
    m_scalings.assign(kept.begin(), kept.end());
}

bool Layer::nextScalingIsFinite() const
{
    return std::ranges::all_of(
        m_scalings, [](const TensorScaling& scaling) { return scaling.nextIsFinite(); });
}

void Layer::commitScaling(StepOutcome outcome)
{
    for (TensorScaling& scaling : m_scalings)
        scaling.commit(outcome);
}

} // namespace ulpscope
