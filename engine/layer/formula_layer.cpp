// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/formula_layer.h"

#include "engine/base/check.h"
#include "engine/graph/gradient.h"
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
constexpr const char* kUnrounded = "unrounded";

Shape exampleOf(const Shape& batch)
{
    Shape example;
    for (int axis = 1; axis < batch.rank(); ++axis)
        example.append(batch[axis]);
    return example;
}

std::vector<LayerVariable> variablesOf(const FormulaTraits& traits, const Config& config)
{
    return traits.variables == nullptr ? std::vector<LayerVariable>() : traits.variables(config);
}

bool hasIntegers(const FormulaTraits& traits, const LayerNumerics& numerics)
{
    return traits.isLinear && numerics.integerKernel.has_value();
}

Penalties penaltiesOf(const FormulaTraits& traits, const LayerOptions& options)
{
    std::vector<std::string> keys;
    for (const LayerVariable& variable : variablesOf(traits, options.config))
        keys.push_back(variable.key + "_regularizer");
    if (hasIntegers(traits, options.numerics)) // Keras adds the quantized kernel without its regularizer
        keys.front().clear();
    std::vector<const char*> texts;
    for (const std::string& key : keys)
        texts.push_back(key.c_str());
    return {options.config, texts};
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

/// Elements of what windows see.
Index unfoldedIn(const graph::Graph& graph)
{
    Index count = 0;
    for (const graph::ValueId id : nodesOf(graph, graph::Operation::Unfold))
        count += graph[id].shape.elements();
    return count;
}

} // namespace

FormulaLayer::FormulaLayer(LayerOptions layerOptions, const FormulaTraits& traits)
    : Layer(std::move(layerOptions))
    , m_traits(traits)
    , m_penalties(penaltiesOf(traits, options()))
{
}

std::vector<std::string> FormulaLayer::variableNames() const
{
    std::vector<std::string> names;
    for (LayerVariable& variable : variablesOf(m_traits, options().config))
        names.push_back(std::move(variable.name));
    return names;
}

Result<Shape> FormulaLayer::outputShape(std::span<const Shape> inputs) const
{
    if (m_traits.variables != nullptr)
        if (const Status penalties = Penalties::check(options().config); !penalties)
            return penalties.error();
    Result<Shape> shape = m_traits.shape(options().config, inputs);
    if (!shape || m_traits.variables == nullptr)
        return shape;
    const graph::Graph formula = formulaOf(inputs);
    if (m_traits.isLinear && (numerics().scaling || numerics().integerKernel)
        && nodesOf(formula, graph::Operation::Product).size() > 1)
        return Error{"equation",
            "not supported under float8, int8 and int4: an axis that input, kernel and output share"};
    const std::vector<graph::ValueId> variables = nodesOf(formula, graph::Operation::Variable);
    const std::vector<LayerVariable> names = variablesOf(m_traits, options().config);
    std::vector<std::pair<std::string, int>> ranks;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (const std::string key = names[i].key + "_initializer"; options().config.find(key) != nullptr)
            ranks.emplace_back(key, formula[variables[i]].shape.rank());
    const Status initializers = checkInitializers(options().config, ranks);
    return initializers ? shape : initializers.error();
}

Index FormulaLayer::weightCount(std::span<const Shape> inputs) const
{
    Index count = 0;
    if (m_traits.variables == nullptr)
        return count;
    const graph::Graph formula = formulaOf(inputs);
    for (const graph::ValueId variable : nodesOf(formula, graph::Operation::Variable))
        count += formula[variable].shape.elements();
    return count;
}

Index FormulaLayer::workCount(std::span<const Shape> inputs) const
{
    if (unfoldedIn(formulaOf(inputs)) == 0)
        return 0;
    std::vector<Shape> shapes;
    for (const Shape& input : inputs)
        shapes.push_back(input.withBatch(1));
    const std::vector formats(inputs.size(), numerics().compute);
    return unfoldedIn(stepFor(shapes, formats, rulesOf(ArithmeticKind::Written)));
}

Index FormulaLayer::multiplyAdds(std::span<const Shape> inputs) const
{
    Index count = 0;
    const graph::Graph formula = formulaOf(inputs);
    for (const graph::ValueId product : nodesOf(formula, isProduct))
        count += formula[product].shape.elements() * formula[formula[product].operands[0]].shape.last();
    return count;
}

void FormulaLayer::build(std::span<const Shape> inputs, Arithmetic& arithmetic)
{
    m_examples.assign(inputs.begin(), inputs.end());
    const graph::Graph formula = formulaOf(inputs);
    m_autocasts = formula.owners()[1].castsInputs;
    m_variables.clear();
    const std::vector<LayerVariable> names = variablesOf(m_traits, options().config);
    const std::vector<graph::ValueId> nodes = nodesOf(formula, graph::Operation::Variable);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const RandomKey key{options().seed, RandomUse::Initializer,
            options().index * 16 + static_cast<std::uint32_t>(i), 0};
        Variable variable{names[i].name, {}, {}};
        const std::string text = options().config.text(names[i].key + "_initializer");
        const Shape& shape = formula[nodes[i]].shape;
        if (i == 0 && m_traits.fans != nullptr) {
            const auto [in, out] = m_traits.fans(options().config, inputs[0]);
            initialize(arithmetic, text, shape, in, out, key, *numerics().variable, variable.value);
        } else {
            initialize(arithmetic, text, shape, key, *numerics().variable, variable.value);
        }
        variable.trainable = i != 0 || !hasIntegers(m_traits, numerics());
        m_castsVariables = m_castsVariables && formula[nodes[i]].attributes.isAutocast;
        m_variables.push_back(std::move(variable));
    }
    makeScalings(formula);
}

/// A slot has a scaling where the whole tensor has one scale: by history unless every product overrides it, or else by the format that the
/// product in question overrides it with. A block format has scales of its own, and no tensor's.
void FormulaLayer::makeScalings(const graph::Graph& formula)
{
    m_scalings.clear();
    if (!m_traits.isLinear || nodesOf(formula, graph::Operation::Product).size() != 1)
        return;
    const auto& scaling = numerics().scaling;
    const ProductOverrides& forward = numerics().product(ProductRole::Forward);
    const ProductOverrides& inputGradient = numerics().product(ProductRole::InputGradient);
    const ProductOverrides& weightGradient = numerics().product(ProductRole::WeightGradient);
    const auto hasOne = [](const std::optional<CastTarget>& target) {
        return target && target->block && hasOneScale(*target->block);
    };
    const std::array isByFormat{
        hasOne(forward.left), hasOne(forward.right), hasOne(weightGradient.right)};
    const std::array isOverridden{forward.left && weightGradient.left, forward.right && inputGradient.right,
        inputGradient.left && weightGradient.right};
    for (std::size_t slot = 0; slot < kSlotNames.size(); ++slot) {
        const bool isGradient = slot + 1 == kSlotNames.size();
        if (scaling && !isOverridden[slot])
            m_scalings.push_back(makeTensorScaling(
                kSlotNames[slot], *scaling, (isGradient ? scaling->backward : scaling->forward)->maxFinite()));
        else if (isByFormat[slot])
            m_scalings.push_back({kSlotNames[slot], CurrentScaling{}});
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

graph::Graph FormulaLayer::stepFor(std::span<const Shape> inputs, std::span<const Format* const> formats,
    const ArithmeticRules& rules) const
{
    LayerPasses passes(rules);
    passes.add(options(), m_traits.isLinear);
    graph::Graph step = passes.ofFormulas(formulaFor(inputs, formats));
    std::vector<graph::ValueId> leaves;
    if (surroundings().wantsInputGradient)
        leaves = nodesOf(step, graph::Operation::Input);
    for (const graph::ValueId variable : nodesOf(step, graph::Operation::Variable))
        if (!step[variable].attributes.isUntrained)
            leaves.push_back(variable);
    graph::Builder builder(step);
    const graph::Value output(builder, step.outputs()[0].value);
    const Format& compute = *numerics().compute;
    if (surroundings().isOutput && rules.castsUnrounded && isRoundedFromFloat32(*numerics().output)) {
        builder.setOwner(graph::OwnerId(1), Pass::Loss);
        step.addOutput({kUnrounded, builder.cast(output, carrierFormat(*numerics().output)).id()});
    }
    builder.setOwner({}, Pass::Backward);
    const graph::Value seed
        = builder.input(surroundings().getsProductGradient ? std::string(graph::kProductGradient)
                                                           : std::string("gradient"),
            output.shape(), output.format());
    const auto gradients = addGradients(builder, output, seed, leaves);
    for (std::size_t i = 0; i < leaves.size(); ++i)
        if (gradients[i])
            step.addOutput({"gradient", *gradients[i], leaves[i]});
    step = passes.ofStep(std::move(step));

    std::vector<graph::Output> outputs;
    for (graph::Output out : step.outputs()) {
        const graph::Node& node = step[out.value];
        const bool isCast = node.operation == graph::Operation::Cast;
        // Gradients stay in the dtype in which they were computed: who takes them casts them.
        const bool isGradient = out.name == "gradient";
        const bool isOfInput = isGradient && step[*out.variable].operation == graph::Operation::Input;
        if (isGradient && isCast && *step[node.operands[0]].format == compute
            && (!isOfInput || step.owners()[1].castsInputs))
            out.value = node.operands[0];
        const bool isScalings = out.name == "next" || out.name == "kept";
        const bool isKept = out.name != kUnrounded || !isCast; // a cast alone leaves nothing unrounded
        if (isKept && !isScalings)
            outputs.push_back(std::move(out));
    }
    for (const graph::Group& group : step.groups())
        if (group.name == "quantize_dequantize")
            outputs.push_back({"scaled", group.operands[0], group.operands[1]});
    step.setOutputs(std::move(outputs));
    return graph::withoutUnused(step);
}

void FormulaLayer::prepare(std::span<const Tensor* const> inputs, const ArithmeticRules& rules)
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
    m_run = std::make_unique<graph::GraphRun>(stepFor(shapes, formats, rules));
    const graph::Graph& graph = m_run->graph();
    m_leaves = nodesOf(graph, graph::Operation::Input);
    m_seed.reset();
    if (m_leaves.size() > inputs.size()) {
        m_seed = m_leaves.back();
        m_leaves.pop_back();
    }
    for (const Variable& variable : m_variables)
        m_leaves.push_back(nodesOf(graph, [&](const graph::Node& node) {
            return node.operation == graph::Operation::Variable && node.name == variable.name;
        }).front());
    m_unrounded.reset();
    for (const graph::Output& out : graph.outputs())
        if (out.name == kUnrounded)
            m_unrounded = out.value;
    findScaled();
}

void FormulaLayer::findScaled()
{
    const graph::Graph& graph = m_run->graph();
    m_scaled.clear();
    m_current.clear();
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
                m_current.push_back(
                    {i, graph[products.front()].operands[slot == kSlotNames[0] ? 0 : 1], pass});
            continue;
        }
        for (const graph::Output& out : graph.outputs())
            if (out.name == "scaled" && graph[*out.variable].name == slot + "_scale")
                m_scaled.push_back({i, *out.variable, out.value, pass, Tensor(Shape(), float32Format())});
    }
}

void FormulaLayer::give(std::span<const Tensor* const> inputs)
{
    for (std::size_t i = 0; i < m_leaves.size(); ++i)
        m_run->give(m_leaves[i], i < inputs.size() ? *inputs[i] : m_variables[i - inputs.size()].value);
    for (Scaled& scaled : m_scaled) {
        scaled.number.fill(static_cast<double>(m_scalings[scaled.scaling].scale()));
        m_run->give(scaled.scale, scaled.number);
    }
}

void FormulaLayer::observe(const StepContext& context, Pass pass)
{
    for (const Scaled& scaled : m_scaled)
        if (scaled.pass == pass)
            observeOperand(
                context.arithmetic, *numerics().scaling, m_run->value(scaled.x), m_scalings[scaled.scaling]);
    for (const Current& current : m_current)
        if (current.pass == pass)
            if (const TensorScale* seen = m_run->scaleOf(current.operand))
                m_scalings[current.scaling].observeCurrent(seen->amax, seen->encode);
}

void FormulaLayer::forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    prepare(inputs, arithmetic.rules());
    give(inputs);
    m_run->setStep(context.step);
    m_run->run(arithmetic, Pass::Forward);
    if (m_unrounded)
        m_run->run(arithmetic, Pass::Loss);
    const graph::ValueId result = m_run->graph().outputs()[0].value;
    if (*m_run->graph()[result].format == *numerics().output)
        m_run->take(arithmetic, result, output);
    else
        cast(arithmetic, m_run->value(result), *numerics().output, output);
    if (context.training)
        observe(context, Pass::Forward);
    m_penalty = m_penalties.evaluate(arithmetic, m_variables, output);
}

void FormulaLayer::backward(const StepContext& context, std::span<const Tensor* const> inputs,
    const Tensor& output, const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    Arithmetic& arithmetic = context.arithmetic;
    give(inputs);
    if (m_seed) {
        m_run->give(*m_seed, m_penalties.outputGradient(context, output, outputGradient));
        m_run->run(arithmetic, Pass::Backward);
        observe(context, Pass::Backward);
    }
    std::vector<bool> isSent(inputGradients.size());
    for (const graph::Output& out : m_run->graph().outputs().subspan(1)) {
        if (out.name != "gradient")
            continue;
        const auto leaf
            = static_cast<std::size_t>(std::ranges::find(m_leaves, out.variable.value()) - m_leaves.begin());
        if (leaf >= inputs.size()) {
            m_run->take(arithmetic, out.value, m_variables[leaf - inputs.size()].gradient);
        } else if (leaf < inputGradients.size()) {
            m_run->take(arithmetic, out.value, inputGradients[leaf]);
            isSent[leaf] = true;
        }
    }
    for (std::size_t i = 0; i < inputGradients.size(); ++i)
        if (!isSent[i]) {
            inputGradients[i].reset(inputs[i]->shape(), *numerics().compute);
            inputGradients[i].fill(0);
        }
    m_penalties.addToGradients(context, m_variables);
}

const Tensor* FormulaLayer::unroundedOutput() const
{
    return m_unrounded ? &m_run->value(*m_unrounded) : nullptr;
}

bool FormulaLayer::sendsProduct() const
{
    std::vector<Shape> shapes;
    for (const Shape& example : m_examples)
        shapes.push_back(example.withBatch(1));
    LayerPasses passes(rulesOf(ArithmeticKind::Written));
    passes.add(options(), m_traits.isLinear);
    graph::Graph step = passes.ofFormulas(formulaFor(shapes, std::vector(shapes.size(), numerics().compute)));
    graph::Builder builder(step);
    const graph::Value output(builder, step.outputs()[0].value);
    const std::vector<graph::ValueId> inputs = nodesOf(step, graph::Operation::Input);
    builder.setOwner({}, Pass::Backward);
    const graph::Value seed = builder.input("gradient", output.shape(), output.format());
    const auto gradients = addGradients(builder, output, seed, std::span(inputs).first(1));
    return gradients[0] && graph::isSentProduct(step, *gradients[0]);
}

void FormulaLayer::restoreScalings(std::span<const TensorScaling> kept)
{
    check(kept.size() == m_scalings.size(), "[FormulaLayer] scalings of a layer made alike");
    m_scalings.assign(kept.begin(), kept.end());
}

bool FormulaLayer::nextScalingIsFinite() const
{
    return std::ranges::all_of(m_scalings, [](const TensorScaling& scaling) { return scaling.nextIsFinite(); });
}

void FormulaLayer::commitScaling(StepOutcome outcome)
{
    for (TensorScaling& scaling : m_scalings)
        scaling.commit(outcome);
}

} // namespace ulpscope
