// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/layer_replay.h"

#include "engine/base/shown_text.h"
#include "engine/layer/layer.h"
#include "engine/model/model.h"
#include "engine/tensor/ops.h"

#include <algorithm>

namespace ulpscope {

namespace {

constexpr const char* kReplayModel = "replay";
constexpr const char* kReplayLayer = "layer";

/// The policy that stores variables as they are and computes in that format.
Result<DTypePolicy> replayPolicy(const Format& compute)
{
    if (&compute == &float32Format() || &compute == &float64Format())
        return makePolicy(compute.name);
    if (compute.name == "float16" || compute.name == "bfloat16")
        return makePolicy("mixed_" + std::string(compute.name));
    return Error{"",
        "no layer computes in " + std::string(compute.name)
            + " alone; expected float64, float32, float16 or bfloat16"};
}

/// Zeros are the fastest to draw, and no penalty is wanted.
Config withoutDraws(Config config, std::string_view className)
{
    const LayerClass* row = findRow(layerCatalog(), className);
    if (row == nullptr)
        return config;
    for (const ParameterSpec& spec : row->parameters) {
        if (spec.name.ends_with("_initializer") || spec.name == "initializer")
            config.set(spec.name, std::string("zeros"));
        if (spec.name.ends_with("_regularizer"))
            config.remove(spec.name);
    }
    return config;
}

Shape shapeOfReplay(const std::vector<std::int64_t>& extents)
{
    Shape shape;
    for (const std::int64_t extent : extents)
        shape.append(extent);
    return shape;
}

Result<ModelPlan> replayPlan(const ReplayRequest& request)
{
    const Result<DTypePolicy> policy = replayPolicy(*request.compute);
    if (!policy)
        return policy.error();
    if (request.input.shape.size() < 2 || request.input.shape.size() > Shape::kMaxRank)
        return Error{"inputs",
            "expected 2 to 6 axes, the first that of examples, got "
                + std::to_string(request.input.shape.size())};
    ModelSpec model;
    model.name = kReplayModel;
    const std::vector<std::int64_t> example(request.input.shape.begin() + 1, request.input.shape.end());
    model.layers.push_back({"input", "InputLayer", {{"shape", example}}, {}, {}});
    LayerSpec layer = request.layer;
    layer.name = kReplayLayer;
    layer.inputs.clear();
    layer.config = withoutDraws(layer.config, layer.className);
    layer.policy = *policy;
    model.layers.push_back(std::move(layer));
    PolicySettings policies;
    policies.global = *policy; // floatx, in which inputs arrive, is float64 under a float64 policy
    Result<ModelPlan> plan = planModel(model, policies, 0);
    if (!plan) {
        Error error = plan.error();
        constexpr std::string_view kPlace = "layers[1].";
        if (error.place.starts_with(kPlace))
            error.place.erase(0, kPlace.size());
        return error;
    }
    if (const Status fits = checkPolicies(*plan); !fits)
        return Error{"", fits.error().message, fits.error().kind};
    // What comes from a file is as large as the file; what a config asks for need not be.
    std::int64_t recorded = 0;
    for (const auto& [name, array] : request.variables)
        recorded += static_cast<std::int64_t>(array.values.size());
    if (plan->weightCount > recorded)
        return Error{"variables",
            "the layer has " + std::to_string(plan->weightCount) + " weights, and " + std::to_string(recorded)
                + " are recorded"};
    if (request.outputShape.size() > Shape::kMaxRank
        || !(plan->layers.back().outputShape == shapeOfReplay(request.outputShape)))
        return Error{"",
            "the recorded output has another shape than the layer makes of the recorded input, "
                + plan->layers.back().outputShape.text() + " of an example"};
    std::int64_t numbers = 1;
    for (const PlannedLayer& node : plan->layers)
        numbers += node.outputShape.elements() + node.workCount;
    if (request.input.shape.front() > kMaxActivations / numbers)
        return Error{
            "inputs", std::to_string(request.input.shape.front()) + " examples make more than 2^28 numbers"};
    return plan;
}

Tensor float64Tensor(const ReplayArray& array)
{
    Tensor tensor(shapeOfReplay(array.shape), float64Format());
    tensor.copyFrom(std::span<const double>(array.values));
    return tensor;
}

ReplayArray arrayOfReplay(const Tensor& tensor)
{
    ReplayArray array;
    for (int axis = 0; axis < tensor.shape().rank(); ++axis)
        array.shape.push_back(tensor.shape()[axis]);
    array.values.resize(static_cast<std::size_t>(tensor.size()));
    for (Index i = 0; i < tensor.size(); ++i)
        array.values[static_cast<std::size_t>(i)] = tensor.at(i);
    return array;
}

/// "kernel", of a child "query.kernel".
std::string replayName(const Node& node, const Variable& variable)
{
    const std::size_t at = node.path.find(kReplayLayer);
    std::string inner
        = at == std::string::npos ? "" : node.path.substr(at + std::string_view(kReplayLayer).size());
    if (inner.empty())
        return variable.name;
    std::replace(inner.begin(), inner.end(), '/', '.');
    return inner.substr(1) + "." + variable.name;
}

Status giveVariables(const ReplayRequest& request, Arithmetic& arithmetic, Model& model)
{
    for (Node& node : model.nodes())
        for (Variable& variable : node.layer->variables()) {
            const std::string name = replayName(node, variable);
            const auto found = std::find_if(request.variables.begin(), request.variables.end(),
                [&](const auto& given) { return given.first == name; });
            if (found == request.variables.end())
                return Error{"variables", "'" + name + "' is not recorded"};
            const std::vector<std::int64_t>& shape = found->second.shape;
            if (shape.size() > Shape::kMaxRank || !(shapeOfReplay(shape) == variable.value.shape()))
                return Error{
                    "variables", "'" + name + "' should have the shape " + variable.value.shape().text()};
            const Format& format = variable.value.format();
            cast(arithmetic, float64Tensor(found->second), format, variable.value);
        }
    return success();
}

/// The output; the watch, if there is one, is told of the first number that is not finite.
Result<ReplayArray> run(
    const ReplayRequest& request, const ModelPlan& plan, const Kernels& kernels, NonFiniteWatch* watch)
{
    Arithmetic arithmetic(kernels);
    arithmetic.setRules(rulesOf(request.arithmetic));
    Model model(plan, arithmetic);
    if (const Status given = giveVariables(request, arithmetic, model); !given)
        return given.error();
    cast(arithmetic, float64Tensor(request.input), model.inputFormat(), model.input());
    arithmetic.setWatch(watch);
    model.forward({arithmetic, 0, false});
    arithmetic.setWatch(nullptr);
    return arrayOfReplay(model.output());
}

} // namespace

Result<LayerReplay> replayLayer(const ReplayRequest& request, const Kernels& kernels)
{
    const Result<ModelPlan> plan = replayPlan(request);
    if (!plan)
        return plan.error();
    NonFiniteWatch watch;
    Result<ReplayArray> emulated = run(request, *plan, kernels, &watch);
    if (!emulated)
        return emulated.error();
    Result<ReplayArray> exact = run(request, float64Reference(*plan), kernels, nullptr);
    if (!exact)
        return exact.error();
    return LayerReplay{*std::move(emulated), *std::move(exact), watch.birth()};
}

std::int64_t multiplyAddsOfExample(const ReplayRequest& request)
{
    const Result<ModelPlan> plan = replayPlan(request);
    if (!plan)
        return 0;
    std::int64_t sum = 0;
    for (const PlannedLayer& node : plan->layers) {
        std::vector<Shape> inputs;
        for (const std::size_t input : node.inputs)
            inputs.push_back(plan->layers[input].outputShape);
        sum += Layer(node.options, node.layerClass->formula).multiplyAdds(inputs);
    }
    return sum;
}

} // namespace ulpscope
