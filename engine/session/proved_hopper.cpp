// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/tensor_cores.h"
#include "engine/session/proved_components.h"
#include "engine/tensor/cuda_normalize.h"
#include "engine/tensor/cuda_sums.h"

#include <algorithm>
#include <array>

namespace ulpscope {

namespace {

using graph::KernelLayout;
using graph::KernelProduct;

/// What recordings of PyTorch on an H200 hold (tests/golden/hopper_trainings), and of Keras on PyTorch without the last one of each.
constexpr std::array<std::string_view, 6> kHopperClasses{
    "InputLayer", "Dense", "Activation", "Flatten", "Reshape", "LayerNormalization"};
constexpr std::array<std::string_view, 3> kHopperActivations{"linear", "relu", "gelu"};

bool isRecorded(std::span<const std::string_view> names, std::string_view name, KernelLayout kernel)
{
    const auto known = kernel == KernelLayout::FeaturesLast ? names : names.first(names.size() - 1);
    return std::ranges::find(known, name) != known.end();
}

std::span<const ProvedComponent> hopperLosses(KernelLayout kernel)
{
    static const std::vector<ProvedComponent> rows{{"MeanSquaredError", {}},
        {"SparseCategoricalCrossentropy", {{"from_logits", true}}},
        {"BinaryCrossentropy", {{"from_logits", true}, {"label_smoothing", 0.0}}}};
    return std::span(rows).first(kernel == KernelLayout::FeaturesLast ? rows.size() : rows.size() - 1);
}

const std::vector<ProvedComponent>& hopperOptimizers()
{
    static const std::vector<ProvedComponent> rows{{"SGD", {{"momentum", 0.0}}}, {"Adam", {}}};
    return rows;
}

/// The kernels that took 64 rows of 128 features (tensor/cuda_normalize.h).
Message unprovedNormalization(const Config& config, const Shape& input, Index rows)
{
    if (input.last() == kCudaRowColumns && rows >= 64 && rows < 128 && config.flag("center")
        && config.flag("scale"))
        return {};
    return message("LayerNormalization is recorded of 64 to 127 rows of 128 features, with gamma and beta");
}

/// Products by tensor cores of a layer that is otherwise proved elsewhere.
Message unprovedOnHopper(const PlannedLayer& layer, const ModelPlan& plan, KernelLayout kernel, Index batch)
{
    if (!isRecorded(kHopperClasses, layer.layerClass->name, kernel))
        return message("%1 is not proved").with(layer.layerClass->name);
    const Config& config = layer.options.config;
    if (config.find("activation") != nullptr
        && !isRecorded(kHopperActivations, config.text("activation"), kernel))
        return message("%1 with %2 is not proved")
            .with(layer.layerClass->name)
            .with(config.text("activation"));
    if (layer.inputs.empty())
        return {};
    const Shape& input = plan.layers[layer.inputs.front()].outputShape;
    const Index rows = batch * (input.elements() / input.last());
    if (layer.layerClass->name == "LayerNormalization")
        return unprovedNormalization(config, input, rows);
    if (layer.layerClass->name != "Dense")
        return {};
    if (layer.policy.computeDtype != "float16" && layer.policy.computeDtype != "bfloat16")
        return message("in which order cuBLAS adds float32 is not known");
    if (kernel == KernelLayout::FeaturesLast && input.last() == 1)
        return message("in which order a bias is added to the products of one feature is not known");
    const Index units = layer.outputShape.last();
    if (units > 1 && rows >= kMaxRowsPerThread * cudaSumThreads(rows, units))
        return message("a bias' gradient summed over %1 rows is not recorded, which several blocks share")
            .with(std::to_string(rows));
    for (const KernelProduct product :
        {KernelProduct::Forward, KernelProduct::InputGradient, KernelProduct::WeightGradient})
        if (!graph::slicesOnHopper(
                product, kernel, layer.policy.computeDtype == "bfloat16", rows, input.last(), units))
            return message(
                "no product of %1 rows, %2 features and %3 units was measured, which cuBLAS sums in slices")
                .with(std::to_string(rows))
                .with(std::to_string(input.last()))
                .with(std::to_string(units));
    return {};
}

/// Names what recordings of PyTorch and of Keras on it do not hold.
Message unprovedOnHopper(const TrainingSpec& training, const ModelPlan& plan, KernelLayout kernel)
{
    std::string_view dtype;
    for (const PlannedLayer& layer : plan.layers) {
        if (Message what = unprovedOnHopper(layer, plan, kernel, training.batchSize); !what.empty())
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
    if (Message what = unproved(training.loss, hopperLosses(kernel)); !what.empty())
        return message("loss: %1").with(std::move(what));
    return {};
}

} // namespace

Message unprovedUnderTorchHopper(const TrainingSpec& training, const ModelPlan& plan)
{
    if (Message what = unprovedOnHopper(training, plan, KernelLayout::FeaturesLast); !what.empty())
        return what;
    TrainingSpec unscaled = training;
    if (training.lossScale.className == "fixed" && training.lossScale.config.number("scale") == 1)
        unscaled.lossScale = {"none", {}}; // which is the same
    if (Message what = unprovedUnderTorch(unscaled, plan); !what.empty())
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
    if (Message what = unprovedOnHopper(training, plan, KernelLayout::UnitsLast); !what.empty())
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
