// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/cublas_slices.h"
#include "engine/session/proved_components.h"

#include <algorithm>
#include <array>

namespace ulpscope {

namespace {

/// What recordings of an H200 hold (tests/golden/hopper_trainings); other activations need the functions of its library.
constexpr std::array<std::string_view, 5> kHopperClasses{
    "InputLayer", "Dense", "Activation", "Flatten", "Reshape"};
constexpr std::array<std::string_view, 2> kHopperActivations{"linear", "relu"};

const std::vector<ProvedComponent>& hopperLosses()
{
    static const std::vector<ProvedComponent> rows{
        {"MeanSquaredError", {}}, {"SparseCategoricalCrossentropy", {{"from_logits", true}}}};
    return rows;
}

const std::vector<ProvedComponent>& hopperOptimizers()
{
    static const std::vector<ProvedComponent> rows{{"SGD", {{"momentum", 0.0}}}, {"Adam", {}}};
    return rows;
}

/// Products by tensor cores, in one chain, of a layer that is otherwise proved elsewhere.
Message unprovedOnHopper(const PlannedLayer& layer, const ModelPlan& plan, Index batch)
{
    if (std::ranges::find(kHopperClasses, layer.layerClass->name) == kHopperClasses.end())
        return message("%1 is not proved").with(layer.layerClass->name);
    const Config& config = layer.options.config;
    if (config.find("activation") != nullptr
        && std::ranges::find(kHopperActivations, config.text("activation")) == kHopperActivations.end())
        return message("%1 with %2 is not proved")
            .with(layer.layerClass->name)
            .with(config.text("activation"));
    if (layer.layerClass->name != "Dense")
        return {};
    if (layer.policy.computeDtype != "float16" && layer.policy.computeDtype != "bfloat16")
        return message("in which order cuBLAS adds float32 is not known");
    const Shape& input = plan.layers[layer.inputs.front()].outputShape;
    const Index rows = batch * (input.elements() / input.last());
    const Index features = input.last();
    const Index units = layer.outputShape.last();
    const auto isChain = [&](LinearProduct product, Index m, Index n, Index k) {
        return cublasSlices(product, layer.policy.computeDtype == "bfloat16", m, n, k) == 1;
    };
    const bool areChains = isChain(LinearProduct::Forward, rows, units, features)
        && isChain(LinearProduct::WeightGradient, units, features, rows)
        && isChain(LinearProduct::InputGradient, rows, features, units);
    return areChains ? Message() : message("cuBLAS splits a sum of more than 2048 products");
}

/// Names what recordings of PyTorch and of Keras on it do not hold.
Message unprovedOnHopper(const TrainingSpec& training, const ModelPlan& plan)
{
    std::string_view dtype;
    for (const PlannedLayer& layer : plan.layers) {
        if (Message what = unprovedOnHopper(layer, plan, training.batchSize); !what.empty())
            return inLayer(layer.path, std::move(what));
        if (layer.layerClass->name != "Dense")
            continue;
        if (!dtype.empty() && dtype != layer.policy.computeDtype)
            return inLayer(layer.path, message("layers in several dtypes are not proved"));
        dtype = layer.policy.computeDtype;
    }
    constexpr Index kMaxClasses
        = 1024; // beyond, CUDA's softmax is another kernel (softmax_warp_forward, PersistentSoftmax.cuh)
    if (training.loss.className != "MeanSquaredError" && plan.layers.back().outputShape.last() > kMaxClasses)
        return message("a cross-entropy of more than 1024 classes is not proved");
    if (Message what = unproved(training.loss, hopperLosses()); !what.empty())
        return message("loss: %1").with(std::move(what));
    return {};
}

} // namespace

Message unprovedUnderTorchHopper(const TrainingSpec& training, const ModelPlan& plan)
{
    if (Message what = unprovedOnHopper(training, plan); !what.empty())
        return what;
    if (Message what = unprovedUnderTorch(training, plan); !what.empty())
        return what;
    if (Message what = unproved(training.optimizer, hopperOptimizers()); !what.empty())
        return message("optimizer: %1").with(std::move(what));
    return {};
}

Message unprovedUnderKerasTorchHopper(const TrainingSpec& training, const ModelPlan& plan)
{
    if (plan.family != PolicyFamily::Keras3)
        return message("the policy family %1 is not proved")
            .with(policyFamilyNames()[static_cast<std::size_t>(plan.family)]);
    for (const PlannedLayer& layer : plan.layers) {
        if (layer.policy.variableDtype != "float32"
            || (layer.policy.isQuantized() && !layer.policy.isFloat8()))
            return inLayer(layer.path, message("%1 is not proved").with(layer.policy.name));
        LayerNumerics numerics = layer.options.numerics;
        numerics.scaling.reset();
        if (!isPlain(numerics))
            return inLayer(layer.path, message("recipes, quantization and overrides are not proved"));
        if (Message what = unprovedRegularizer(layer); !what.empty())
            return inLayer(layer.path, std::move(what));
    }
    if (Message what = unprovedOnHopper(training, plan); !what.empty())
        return what;
    const ProvedComponent sgd{"SGD", withPlainOptimizer({{"momentum", 0.0}})};
    if (Message what = unproved(training.optimizer, std::span(&sgd, 1)); !what.empty())
        return message("optimizer: %1").with(std::move(what));
    constexpr std::array<std::string_view, 3> kLossScales{"none", "auto", "dynamic"};
    return unprovedTraining(training, kLossScales);
}

Message unprovedUnderKerasJaxHopper(const TrainingSpec& training, const ModelPlan& plan)
{
    if (Message what = unprovedUnderKerasTorchHopper(training, plan); !what.empty())
        return what;
    std::vector<Index> widths;
    bool isRecorded = training.batchSize == 64;
    for (const PlannedLayer& layer : plan.layers) {
        widths.push_back(layer.outputShape.elements());
        if (layer.layerClass->name == "InputLayer")
            continue;
        if (layer.policy.isQuantized())
            return inLayer(layer.path, message("%1 is not proved").with(layer.policy.name));
        const Config& config = layer.options.config;
        isRecorded = isRecorded && layer.layerClass->name == "Dense" && config.flag("use_bias")
            && config.text("activation") == (widths.size() < plan.layers.size() ? "relu" : "linear");
    }
    constexpr std::array<std::string_view, 2> kScaled{"auto", "dynamic"};
    if (plan.layers.back().policy.computeDtype == "float16")
        if (Message what = unprovedTraining(training, kScaled); !what.empty())
            return what;
    return isRecorded && widths == std::vector<Index>{64, 128, 128, 10}
        ? Message()
        : message(
            "XLA chooses kernels by shape, and recorded is a perceptron of 64 to 128 to 128 to 10 with relu, in batches of 64");
}

} // namespace ulpscope
