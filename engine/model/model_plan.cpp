// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/model_plan.h"

#include "engine/base/closest_name.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/layer/keras_class.h"
#include "engine/layer/layer.h"
#include "engine/model/layer_numerics.h"
#include "engine/model/resolved_policies.h"
#include "engine/policy/legacy_policy.h"
#include "engine/tensor/normalize.h"

#include <algorithm>

namespace ulpscope {

namespace {

std::string layerPlace(std::size_t index)
{
    return "layers[" + std::to_string(index) + "]";
}

Status checkName(const ModelSpec& model, std::size_t index)
{
    const std::string& name = model.layers[index].name;
    if (name.empty())
        return Error{"name", "expected a name"};
    if (name.find('/') != std::string::npos)
        return Error{"name", "expected a name without '/', got '" + shownText(name) + "'"};
    for (std::size_t i = 0; i < index; ++i)
        if (model.layers[i].name == name)
            return Error{"name", "'" + shownText(name) + "' is the name of " + layerPlace(i) + " too"};
    return success();
}

Result<std::vector<std::size_t>> findInputs(
    const ModelSpec& model, std::size_t index, const LayerClass& layerClass)
{
    const LayerSpec& layer = model.layers[index];
    std::vector<std::string> earlier;
    for (std::size_t i = 0; i < index; ++i)
        earlier.push_back(model.layers[i].name);
    for (std::size_t k = 0; k < layer.inputs.size(); ++k)
        if (std::find(earlier.begin(), earlier.end(), layer.inputs[k]) == earlier.end())
            return Error{
                "inputs[" + std::to_string(k) + "]", unknownName("earlier layer", layer.inputs[k], earlier)};
    std::vector<std::size_t> inputs = model.inputsOf(index);
    const auto count = static_cast<int>(inputs.size());
    if (count < layerClass.minInputs || count > layerClass.maxInputs) {
        const std::string wanted = layerClass.minInputs == layerClass.maxInputs
            ? std::to_string(layerClass.minInputs)
            : std::to_string(layerClass.minInputs) + " to " + std::to_string(layerClass.maxInputs);
        return Error{
            "inputs", layerClass.name + " takes " + wanted + " input(s), got " + std::to_string(count)};
    }
    return inputs;
}

/// The dtype that operands of these dtypes promote to, as JAX has it: that which contains all, else float32.
const Format& promotedFormat(const Format& a, const Format& b)
{
    const auto contains = [](const Format& outer, const Format& inner) {
        return outer.precision() >= inner.precision() && outer.maxFinite() >= inner.maxFinite()
            && outer.minSubnormal() <= inner.minSubnormal();
    };
    if (contains(a, b))
        return a;
    return contains(b, a) ? b : float32Format();
}

Error unknownChild(const LayerSpec& spec, const std::vector<ChildLayer>& children, const std::string& name)
{
    if (children.empty())
        return Error{"children", "a " + spec.className + " has no child layers"};
    std::vector<std::string> names;
    for (const ChildLayer& child : children)
        names.push_back(child.name);
    return Error{"children." + name, unknownName("child layer", name, names)};
}

/// Plans one layer after the other; the plan grows by nodes.
class Planner
{
public:
    Planner(const ModelSpec& model, const PolicySettings& policies, std::uint64_t seed)
        : m_model(model)
        , m_policies(policies)
        , m_effective(policies)
        , m_seed(seed)
    {
        m_plan.family = policies.family;
    }

    Status addLayer(std::size_t index);
    Status checkAllAreUsed() const;
    ModelPlan take() { return std::move(m_plan); }

private:
    Status checkChildren(const LayerSpec& spec) const;
    Status addSingle(PlannedLayer node, const Config& config, const ResolvedPolicy& policy);
    Status addComposite(PlannedLayer outer, const Config& config, const LayerPolicies& policies);
    Result<LayerNumerics> numericsUnder(
        PlannedLayer& node, const ResolvedPolicy& policy, const NumericsSpec& overrides);
    Status addNode(PlannedLayer node);
    std::vector<Shape> shapesOf(const std::vector<std::size_t>& nodes) const;

    const ModelSpec& m_model;
    const PolicySettings& m_policies;
    EffectivePolicies m_effective;
    std::uint64_t m_seed;
    ModelPlan m_plan;
    std::vector<std::size_t> m_outputs; ///< index of the node that makes each layer's output
};

Status Planner::checkChildren(const LayerSpec& spec) const
{
    const std::vector<ChildLayer> children = childrenOf(spec);
    for (std::size_t i = 0; i < spec.children.size(); ++i) {
        const std::string& name = spec.children[i].first;
        if (std::none_of(
                children.begin(), children.end(), [&](const ChildLayer& c) { return c.name == name; }))
            return unknownChild(spec, children, name);
        for (std::size_t k = 0; k < i; ++k)
            if (spec.children[k].first == name)
                return Error{"children." + name, "the child layer is there twice"};
    }
    return success();
}

Status Planner::addLayer(std::size_t index)
{
    const LayerSpec& spec = m_model.layers[index];
    if (const Status name = checkName(m_model, index); !name)
        return name.error();
    const Result<const LayerClass*> found
        = rowByName(layerCatalog(), translated("layer class"), spec.className);
    if (!found)
        return found.error().within("class");
    const LayerClass& layerClass = **found;
    const bool isInput = layerClass.maxInputs == 0;
    if (isInput != (index == 0))
        return Error{"class",
            isInput ? "InputLayer can only be the first layer" : "the first layer must be an InputLayer"};
    const Result<Config> config = checkConfig(spec.config, layerClass.parameters);
    if (!config)
        return config.error();
    if (const Status children = checkChildren(spec); !children)
        return children.error();
    if (isInput && spec.policy)
        return Error{"policy", "an InputLayer has no policy; its dtype is floatx"};
    if (spec.recipe && spec.recipe->className != noRecipe().className && !layerClass.formula.isLinear
        && !layerClass.isComposite())
        return Error{"recipe", layerClass.name + " takes no recipe; Dense and EinsumDense do"};
    PlannedLayer node;
    LayerPolicies policies = policiesOfLayer(m_model, m_effective, index);
    if (const std::optional<Error> error = firstError(policies)) {
        if (!isInput) // whose dtype is floatx
            node.policyProblem = error->place.empty() ? error->within("policy") : *error;
        const PolicySettings none;
        EffectivePolicies float32(none);
        policies = policiesOfLayer(m_model, float32, index);
    }
    node.name = spec.name;
    node.path = m_model.layerPath(spec);
    node.layer = index;
    node.layerClass = &layerClass;
    Result<std::vector<std::size_t>> inputs = findInputs(m_model, index, layerClass);
    if (!inputs)
        return inputs.error();
    for (const std::size_t input : *inputs)
        node.inputs.push_back(m_outputs[input]);
    const Status added = layerClass.isComposite() ? addComposite(std::move(node), *config, policies)
                                                  : addSingle(std::move(node), *config, policies.front());
    if (!added)
        return added.error();
    m_outputs.push_back(m_plan.layers.size() - 1);
    return success();
}

/// What the node computes in under a policy and overrides. The plan notes where a quantized policy gives way to its
/// source; a policy that cannot be trained under becomes the node's problem. Errors are those of the overrides.
Result<LayerNumerics> Planner::numericsUnder(
    PlannedLayer& node, const ResolvedPolicy& policy, const NumericsSpec& overrides)
{
    const LayerClass& layerClass = *node.layerClass;
    const DTypePolicy given = plainPolicy(policy.given->policy);
    const DTypePolicy used
        = policy.isInput ? *makePolicy(floatxFor(m_policies).name) : trainedPolicy(layerClass, given);
    node.policy = used;
    node.isNotEmulated
        = !policy.isInput && used != given && hasQuantizedCall(layerClass.name, given.quantizationMode);
    if (!policy.isInput && used != given)
        m_plan.notes.push_back(node.path + " trains under " + used.name + ": "
            + whyTrainedOtherwise(layerClass.name, given).text());
    if (hasIntegerKernel(used))
        m_plan.notes.push_back(node.path + " keeps its kernel as the " + used.quantizationMode
            + " numbers of its initial weights, which do not train; a bias does");
    const Result<LayerRecipe> recipe
        = recipeOfLayer(m_model.layers[node.layer].recipe, m_policies, layerClass.name, used);
    if (!recipe)
        return recipe.error();
    if (!recipe->whyNot.empty() && hasIntegerKernel(used))
        m_plan.notes.push_back(
            node.path + " leaves the recipe " + recipe->component.className + " out: " + recipe->whyNot);
    Result<LayerNumerics> numerics = resolveNumerics(used, recipe->recipe, overrides, layerClass);
    if (numerics && numerics->scaling && numerics->scaling->kind == ScalingKind::KerasFloat8
        && (policy.given->origin == PolicyOrigin::MapExact || policy.given->origin == PolicyOrigin::MapRegex))
        numerics->roundsBias = m_policies.global.computeDtype == "float32";
    if (!numerics && numerics.error().place == "policy") {
        node.policyProblem = numerics.error();
        numerics = resolveNumerics({}, recipe->recipe, overrides, layerClass);
    }
    return numerics;
}

Status Planner::addSingle(PlannedLayer node, const Config& config, const ResolvedPolicy& policy)
{
    const Result<LayerNumerics> numerics = numericsUnder(node, policy, m_model.layers[node.layer].numerics);
    if (!numerics)
        return numerics.error();
    node.options = {config, *numerics, m_seed, static_cast<std::uint32_t>(node.layer)};
    return addNode(std::move(node));
}

Status Planner::addComposite(PlannedLayer outer, const Config& config, const LayerPolicies& policies)
{
    const Result<std::vector<CompositeNode>> expanded
        = outer.layerClass->composite.expand(config, shapesOf(outer.inputs));
    if (!expanded)
        return expanded.error();
    const Result<LayerNumerics> own = numericsUnder(outer, policies.front(), {});
    if (!own)
        return own.error();
    const auto nodeOf = [&](const std::string& name, NodeRole role) {
        PlannedLayer node;
        node.name = name;
        node.path = outer.path + "/" + name;
        node.role = role;
        node.layer = outer.layer;
        node.parentPath = outer.path;
        node.policy = outer.policy;
        node.policyProblem = outer.policyProblem;
        return node;
    };
    // The random draws of a composite's nodes are keyed by layer and place in the composite, so that layers after it
    // draw the same whatever it expands to.
    const auto keyOf
        = [&](std::size_t place) { return static_cast<std::uint32_t>(outer.layer + (place + 1) * 1024); };

    const std::size_t first = m_plan.layers.size();
    const auto indexOf = [&](const NodeInput& input) {
        return input.isOutside ? outer.inputs[input.index] : first + input.index;
    };
    for (std::size_t place = 0; place < expanded->size(); ++place) {
        const CompositeNode& part = (*expanded)[place];
        const bool isChild = part.numerics == NodeNumerics::Policy;
        PlannedLayer node = nodeOf(part.name, isChild ? NodeRole::Child : NodeRole::Operation);
        node.layerClass = part.layerClass;
        for (const NodeInput& input : part.inputs) {
            node.inputs.push_back(indexOf(input));
            // Keras 3 casts every argument of the composite's call, the older families the first.
            const bool isCast = input.index == 0 || m_policies.family == PolicyFamily::Keras3;
            if (input.isOutside && isCast)
                node.castFirst = own->compute;
        }
        const Result<Config> checked = checkConfig(part.config, part.layerClass->parameters);
        if (!checked)
            return checked.error().within(part.name);
        LayerNumerics numerics;
        if (isChild) {
            const auto policy = std::find_if(policies.begin() + 1, policies.end(),
                [&](const ResolvedPolicy& child) { return child.name == part.name; });
            check(policy != policies.end(), "[planModel] a composite lists its children");
            const bool hadProblem = node.policyProblem.has_value();
            // The composite's overrides are its products', which its linear children compute.
            const Result<LayerNumerics> found = numericsUnder(node, *policy,
                part.layerClass->formula.isLinear ? m_model.layers[outer.layer].numerics : NumericsSpec{});
            if (!found)
                return found.error();
            if (node.policyProblem && !hadProblem)
                node.policyProblem = node.policyProblem->within("children." + part.name);
            numerics = *found;
        } else {
            const auto& promoted = part.promoted.empty() ? part.inputs : part.promoted;
            const Format* format = m_plan.layers[indexOf(promoted.front())].options.numerics.output;
            for (const NodeInput& input : std::span(promoted).subspan(1))
                format = &promotedFormat(*format, *m_plan.layers[indexOf(input)].options.numerics.output);
            if (part.numerics == NodeNumerics::InputsAtLeastFloat32)
                format = &atLeastFloat32(*format);
            numerics.compute = format;
            numerics.variable = format;
            numerics.output = format;
        }
        node.options = {*checked, numerics, m_seed, keyOf(place)};
        if (const Status added = addNode(std::move(node)); !added)
            return added.error();
    }
    return success();
}

std::vector<Shape> Planner::shapesOf(const std::vector<std::size_t>& nodes) const
{
    std::vector<Shape> shapes;
    for (const std::size_t node : nodes)
        shapes.push_back(m_plan.layers[node].outputShape);
    return shapes;
}

/// The node with its graph and options filled in: shape and weights are found and bounded here.
Status Planner::addNode(PlannedLayer node)
{
    const std::vector<Shape> shapes = shapesOf(node.inputs);
    for (const std::size_t input : node.inputs)
        node.needsInputGradient = node.needsInputGradient || m_plan.layers[input].needsInputGradient
            || m_plan.layers[input].layerClass->hasVariables();
    const Layer made(node.options, node.layerClass->formula);
    const Result<Shape> shape = made.outputShape(shapes);
    if (!shape)
        return shape.error();
    node.outputShape = *shape;
    if (!node.policyProblem)
        node.policyProblem = made.policyProblem();
    Index elements = 1;
    for (int i = 0; i < shape->rank(); ++i) {
        if ((*shape)[i] > kMaxActivations / std::max<Index>(elements, 1))
            return Error{"",
                "one example makes an output of shape " + shape->text() + " at " + shownText(node.path, 200)
                    + "; expected at most " + std::to_string(kMaxActivations) + " elements"};
        elements *= (*shape)[i];
    }
    // No more than 2^28 inputs and outputs meet in a layer, so its product does not overflow.
    node.weightCount = made.weightCount(shapes);
    node.workCount = made.workCount(shapes);
    m_plan.weightCount += node.weightCount;
    if (m_plan.weightCount > kMaxWeights)
        return Error{"",
            "with this layer the model has " + std::to_string(m_plan.weightCount)
                + " weights; expected at most " + std::to_string(kMaxWeights)};
    m_plan.layers.push_back(std::move(node));
    return success();
}

Status Planner::checkAllAreUsed() const
{
    std::vector<bool> isUsed(m_plan.layers.size(), false);
    isUsed.back() = true;
    for (const PlannedLayer& node : m_plan.layers)
        for (const std::size_t input : node.inputs)
            isUsed[input] = true;
    const auto unused = std::find(isUsed.begin(), isUsed.end(), false);
    if (unused == isUsed.end())
        return success();
    const std::size_t node = static_cast<std::size_t>(unused - isUsed.begin());
    return Error{layerPlace(m_plan.layers[node].layer),
        "nothing uses this layer's output; the last layer is the model's output"};
}

/// Numbers that layers leave for one example.
Index numbersOfExample(const ModelPlan& plan)
{
    Index numbers = 1;
    for (const PlannedLayer& layer : plan.layers)
        numbers += layer.outputShape.elements() + layer.workCount;
    return numbers;
}

/// Whether the layer's output for one example may depend on which others go through it at the same time.
bool roundsTogether(const PlannedLayer& layer)
{
    const ProductOverrides& product = layer.options.numerics.product(ProductRole::Forward);
    const auto isOfAll = [](const std::optional<CastTarget>& operand) {
        return operand && (operand->block || isStochastic(operand->rounding.mode));
    };
    return isOfAll(product.left) || isOfAll(product.right)
        || (product.accumulator && isStochastic(product.accumulator->rounding.mode));
}

} // namespace

const Format& floatxFor(const PolicySettings& policies)
{
    return *findFormat(floatxName(policies));
}

Result<ModelPlan> planModel(const ModelSpec& model, const PolicySettings& policies, std::uint64_t seed)
{
    if (model.name.empty() || model.name.find('/') != std::string::npos)
        return Error{"name", "expected a model name without '/'"};
    if (model.layers.size() < 2)
        return Error{"layers", "expected an InputLayer and at least one layer more"};
    if (model.layers.size() > kMaxLayers)
        return Error{"layers", "expected at most 1000 layers, got " + std::to_string(model.layers.size())};
    Planner planner(model, policies, seed);
    for (std::size_t i = 0; i < model.layers.size(); ++i)
        if (const Status added = planner.addLayer(i); !added)
            return added.error().within(layerPlace(i));
    if (const Status used = planner.checkAllAreUsed(); !used)
        return used.error();
    return planner.take();
}

Status checkPolicies(const ModelPlan& plan)
{
    for (const PlannedLayer& node : plan.layers)
        if (node.policyProblem)
            return node.policyProblem->within(layerPlace(node.layer));
    return success();
}

Index evaluationBatch(const ModelPlan& plan)
{
    constexpr Index kLargest = 512;
    // Limit for a layer, so that a stop between two layers comes soon.
    constexpr Index kMaxProducts = Index{1} << 32;
    return std::clamp(std::min(kMaxActivations / numbersOfExample(plan),
                          kMaxProducts / std::max<Index>(plan.weightCount, 1)),
        Index{1}, kLargest);
}

Index evaluationPart(const ModelPlan& plan)
{
    constexpr Index kNumbers = Index{1} << 22;
    const Index all = evaluationBatch(plan);
    return std::ranges::any_of(plan.layers, roundsTogether)
        ? all
        : std::clamp(kNumbers / numbersOfExample(plan), Index{1}, all);
}

ModelPlan float64Reference(const ModelPlan& plan)
{
    ModelPlan reference = plan;
    for (PlannedLayer& layer : reference.layers) {
        layer.options.numerics = LayerNumerics::float64();
        layer.castFirst = nullptr;
    }
    return reference;
}

} // namespace ulpscope
