// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/autocast.h"
#include "engine/session/proved_components.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace ulpscope {

namespace {

/// Classes whose operation in PyTorch is another one, or draws otherwise.
struct OtherOperation
{
    std::string_view className;
    const char* reason;
};

constexpr OtherOperation kOthers[] = {
    {"Dropout", translated("PyTorch draws other masks")},
    {"GaussianNoise", translated("PyTorch draws other numbers")},
    {"BatchNormalization",
        translated("PyTorch's moving variance divides by one less than the number of values")},
    {"MultiHeadAttention", translated("PyTorch's attention is one fused operation, which has no model here")},
};

/// By tests/interop/torch_steps.py, bit for bit but for what tests/interop/torch_steps.csv lists.
constexpr std::array<std::string_view, 15> kActivations{"linear", "relu", "leaky_relu", "tanh", "sigmoid",
    "softmax", "silu", "gelu", "gelu_tanh", "elu", "selu", "softplus", "mish", "relu6", "exponential"};

const std::vector<ProvedComponent>& losses()
{
    static const std::vector<ProvedComponent> rows{
        {"MeanSquaredError", {}},
        {"SparseCategoricalCrossentropy", {{"from_logits", true}}},
        {"BinaryCrossentropy", {{"from_logits", true}, {"label_smoothing", 0.0}}},
    };
    return rows;
}

const std::vector<ProvedComponent>& optimizers()
{
    static const std::vector<ProvedComponent> rows{
        {"SGD", withPlainOptimizer({})},
        {"Adam", withPlainOptimizer({{"amsgrad", false}})},
    };
    return rows;
}

/// If "auto" scales at all, it follows GradScaler's steps from 2^15 on.
constexpr std::array<std::string_view, 3> kLossScales{"none", "auto", "grad_scaler"};

Message unprovedConvolution(const PlannedLayer& layer)
{
    const Config& config = layer.options.config;
    const std::vector<std::int64_t>& strides = config.list("strides");
    const std::vector<std::int64_t>& size = config.list("kernel_size");
    const bool isEven = std::ranges::any_of(size, [](std::int64_t extent) { return extent % 2 == 0; });
    const bool skips = std::ranges::any_of(strides, [](std::int64_t step) { return step != 1; });
    if (config.text("padding") == "same" && (isEven || skips))
        return message("Keras pads one side more than the other there, which PyTorch's convolution cannot");
    if (config.integer("groups") != 1)
        return message("Conv2D with groups is not proved");
    if (layer.policy.computeDtype == "float16")
        return message(
            "PyTorch on a CPU adds the gradients of a float16 convolution in float16, example by example, "
            "which has no model here");
    return {};
}

Message unprovedActivation(const PlannedLayer& layer)
{
    const Config& config = layer.options.config;
    if (config.find("activation") == nullptr
        || std::ranges::find(kActivations, config.text("activation")) != kActivations.end())
        return {};
    return message("%1 with %2 is not proved").with(layer.layerClass->name).with(config.text("activation"));
}

Message unprovedInRegion(const PlannedLayer& layer)
{
    const std::string className(layer.layerClass->name);
    if (layer.role != NodeRole::Layer)
        return message(std::end(kOthers)[-1].reason);
    if (const auto other = std::ranges::find(kOthers, className, &OtherOperation::className);
        other != std::end(kOthers))
        return message(other->reason);
    if (autocastRowOf(layer) == nullptr)
        return message("%1 is not proved").with(className);
    if (!isRegion(layer.policy))
        return message(
            "%1 is no autocast, whose parameters are float32 and whose products float16 or bfloat16")
            .with(layer.policy.name);
    if (!isPlain(layer.options.numerics))
        return message("recipes, quantization and overrides are not proved");
    if (Message what = unprovedRegularizer(layer); !what.empty())
        return what;
    if (Message what = unprovedActivation(layer); !what.empty())
        return what;
    if (const ParameterValue* axis = layer.options.config.find("axis"); axis != nullptr
        && className != "Concatenate" && *axis != ParameterValue(std::int64_t{-1})
        && *axis != ParameterValue(std::vector<std::int64_t>{-1}))
        return message("%1 of another axis than the last is not proved").with(className);
    if (className == "Softmax" && layer.options.config.flag("use_causal_mask"))
        return message("Softmax with a mask is not proved");
    return className == "Conv2D" ? unprovedConvolution(layer) : Message();
}

/// torch/optim/sgd.py, SGD.__init__.
Message unprovedOptimizer(const Component& optimizer)
{
    if (Message what = unproved(optimizer, optimizers()); !what.empty())
        return what;
    const Config& config = optimizer.config;
    if (optimizer.className == "SGD" && config.flag("nesterov") && config.number("momentum") == 0)
        return message("PyTorch's SGD raises ValueError for nesterov without momentum");
    return {};
}

} // namespace

Message unprovedUnderTorch(const TrainingSpec& training, const ModelPlan& plan)
{
    if (plan.family != PolicyFamily::Keras3)
        return message("the policy family %1 is not proved")
            .with(policyFamilyNames()[static_cast<std::size_t>(plan.family)]);
    std::string_view region;
    for (const PlannedLayer& layer : plan.layers) {
        if (Message what = unprovedInRegion(layer); !what.empty())
            return inLayer(layer.path, std::move(what));
        const std::string_view format = layer.policy.computeDtype;
        if (format == "float32")
            continue;
        if (!region.empty() && format != region)
            return inLayer(layer.path, message("regions in both float16 and bfloat16 are not proved"));
        region = format;
    }
    if (Message what = unproved(training.loss, losses()); !what.empty())
        return message("loss: %1").with(std::move(what));
    if (Message what = unprovedOptimizer(training.optimizer); !what.empty())
        return message("optimizer: %1").with(std::move(what));
    return unprovedTraining(training, kLossScales);
}

} // namespace ulpscope
