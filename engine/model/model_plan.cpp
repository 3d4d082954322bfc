// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/model_plan.h"

#include "engine/base/closest_name.h"
#include "engine/model/layer_numerics.h"
#include "engine/policy/layer_support.h"

#include <algorithm>

namespace ulpscope {

namespace {

constexpr std::size_t kMostLayers = 1000;

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
        return Error{"name", "expected a name without '/', got '" + name + "'"};
    for (std::size_t i = 0; i < index; ++i)
        if (model.layers[i].name == name)
            return Error{"name", "'" + name + "' is the name of " + layerPlace(i) + " too"};
    return success();
}

Result<std::vector<std::size_t>> findInputs(
    const ModelSpec& model, std::size_t index, const LayerClass& layerClass)
{
    const LayerSpec& layer = model.layers[index];
    std::vector<std::size_t> inputs;
    std::vector<std::string> earlier;
    for (std::size_t i = 0; i < index; ++i)
        earlier.push_back(model.layers[i].name);
    for (std::size_t k = 0; k < layer.inputs.size(); ++k) {
        const auto found = std::find(earlier.begin(), earlier.end(), layer.inputs[k]);
        if (found == earlier.end())
            return Error{
                "inputs[" + std::to_string(k) + "]", unknownName("earlier layer", layer.inputs[k], earlier)};
        inputs.push_back(static_cast<std::size_t>(found - earlier.begin()));
    }
    if (layer.inputs.empty() && layerClass.minInputs > 0)
        inputs.push_back(index - 1);
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

Result<PlannedLayer> planLayer(const ModelSpec& model, const PolicySettings& policies, std::uint64_t seed,
    std::size_t index, ModelPlan& plan)
{
    const LayerSpec& spec = model.layers[index];
    if (const Status name = checkName(model, index); !name)
        return name.error();
    const Result<const LayerClass*> found = rowByName(layerCatalog(), "layer class", spec.className);
    if (!found)
        return found.error().within("class");
    const LayerClass& layerClass = **found;
    const bool isInput = layerClass.maxInputs == 0;
    if (isInput != (index == 0))
        return Error{"class",
            isInput ? "InputLayer can only be the first layer" : "the first layer must be an InputLayer"};
    Result<Config> config = checkConfig(spec.config, layerClass.parameters);
    if (!config)
        return config.error();

    PlannedLayer layer;
    layer.name = spec.name;
    layer.path = model.layerPath(spec);
    layer.layerClass = &layerClass;
    if (isInput && spec.policy)
        return Error{"policy", "an InputLayer has no policy; its dtype is floatx"};
    const Result<EffectivePolicy> policy = effectivePolicy(policies, spec.policy, layer.path);
    if (policy)
        layer.policy = *policy;
    else if (!isInput)
        layer.policyProblem = policy.error().within("policy");
    DTypePolicy used = layer.policy.policy;
    if (used.isQuantized() && !(used.isFloat8() && layerClass.supportsFloat8)) {
        const std::string mode = used.quantizationMode;
        used = sourcePolicy(used);
        if (!isInput)
            plan.notes.push_back(layer.path + " trains under " + used.name + ": "
                + (hasQuantizedCall(layerClass.name, mode)
                        ? mode + " weights do not train, so Keras quantizes a trained model"
                        : layerClass.name + " has no " + mode
                            + " call, so Keras' model.quantize would skip it"));
    }
    if (isInput)
        used = *makePolicy(floatxFor(policies).name);
    Result<LayerNumerics> numerics = resolveNumerics(used, spec.numerics, layerClass);
    if (!numerics && numerics.error().place == "policy") {
        layer.policyProblem = numerics.error();
        numerics = resolveNumerics(DTypePolicy{}, spec.numerics, layerClass);
    }
    if (!numerics)
        return numerics.error();
    layer.policy.policy = used;

    Result<std::vector<std::size_t>> inputs = findInputs(model, index, layerClass);
    if (!inputs)
        return inputs.error();
    layer.inputs = *inputs;
    layer.options = {*config, *numerics, seed, static_cast<std::uint32_t>(index)};
    std::vector<Shape> shapes;
    for (const std::size_t input : layer.inputs) {
        shapes.push_back(plan.layers[input].outputShape);
        layer.needsInputGradient = layer.needsInputGradient || plan.layers[input].needsInputGradient
            || plan.layers[input].layerClass->hasVariables;
    }
    const std::unique_ptr<Layer> made = layerClass.make(layer.options);
    Result<Shape> shape = made->outputShape(shapes);
    if (!shape)
        return shape.error();
    layer.outputShape = *shape;
    // Factors are bounded by the catalog (2^20 units) and kMostActivations, so this product does not overflow.
    plan.weightCount += made->weightCount(shapes);
    if (plan.weightCount > kMostWeights)
        return Error{"",
            "with this layer the model has " + std::to_string(plan.weightCount)
                + " weights; expected at most " + std::to_string(kMostWeights)};
    return layer;
}

} // namespace

const Format& floatxFor(const PolicySettings& policies)
{
    if (policies.floatx != "auto")
        return *findFormat(policies.floatx);
    return policies.global.name == "float64" ? float64Format() : float32Format();
}

Result<ModelPlan> planModel(const ModelSpec& model, const PolicySettings& policies, std::uint64_t seed)
{
    if (model.name.empty() || model.name.find('/') != std::string::npos)
        return Error{"name", "expected a model name without '/'"};
    if (model.layers.size() < 2)
        return Error{"layers", "expected an InputLayer and at least one layer more"};
    if (model.layers.size() > kMostLayers)
        return Error{"layers", "expected at most 1000 layers, got " + std::to_string(model.layers.size())};
    ModelPlan plan;
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        Result<PlannedLayer> layer = planLayer(model, policies, seed, i, plan);
        if (!layer)
            return layer.error().within(layerPlace(i));
        plan.layers.push_back(std::move(*layer));
    }
    std::vector<bool> isUsed(plan.layers.size(), false);
    isUsed.back() = true;
    for (const PlannedLayer& layer : plan.layers)
        for (const std::size_t input : layer.inputs)
            isUsed[input] = true;
    const auto unused = std::find(isUsed.begin(), isUsed.end(), false);
    if (unused != isUsed.end())
        return Error{layerPlace(static_cast<std::size_t>(unused - isUsed.begin())),
            "nothing uses this layer's output; the last layer is the model's output"};
    return plan;
}

Status checkPolicies(const ModelPlan& plan)
{
    for (std::size_t i = 0; i < plan.layers.size(); ++i)
        if (const std::optional<Error>& problem = plan.layers[i].policyProblem)
            return problem->within(layerPlace(i));
    return success();
}

ModelPlan float64Twin(const ModelPlan& plan)
{
    ModelPlan twin = plan;
    for (PlannedLayer& layer : twin.layers)
        layer.options.numerics = LayerNumerics::float64();
    return twin;
}

} // namespace ulpscope
