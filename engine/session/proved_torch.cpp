// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/autocast.h"
#include "engine/session/proved_components.h"

#include <algorithm>
#include <array>

namespace ulpscope {

namespace {

/// Classes whose operation in PyTorch is another one, or draws otherwise.
struct OtherOperation
{
    std::string_view className;
    std::string_view reason;
};

constexpr std::array kOthers{
    OtherOperation{"Dropout", "PyTorch draws other masks"},
    OtherOperation{"GaussianNoise", "PyTorch draws other numbers"},
    OtherOperation{
        "BatchNormalization", "PyTorch's moving variance divides by one less than the number of values"},
    OtherOperation{
        "MultiHeadAttention", "PyTorch's attention is one fused operation, which has no model here"},
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

/// Of "auto" the steps are GradScaler's from 2^15 on where it is a scale at all.
constexpr std::array<std::string_view, 3> kLossScales{"none", "auto", "grad_scaler"};

std::string unprovedConvolution(const PlannedLayer& layer)
{
    const Config& config = layer.options.config;
    const std::vector<std::int64_t>& strides = config.list("strides");
    const std::vector<std::int64_t>& size = config.list("kernel_size");
    const bool isEven = std::ranges::any_of(size, [](std::int64_t extent) { return extent % 2 == 0; });
    const bool skips = std::ranges::any_of(strides, [](std::int64_t step) { return step != 1; });
    if (config.text("padding") == "same" && (isEven || skips))
        return "Keras pads one side more than the other there, which PyTorch's convolution cannot";
    if (config.integer("groups") != 1)
        return "Conv2D with groups is not proved";
    if (layer.policy.computeDtype == "float16")
        return "PyTorch on a CPU adds the gradients of a float16 convolution in float16, example by example, which has no "
               "model here";
    return {};
}

std::string unprovedActivation(const PlannedLayer& layer)
{
    const Config& config = layer.options.config;
    if (config.find("activation") == nullptr
        || std::ranges::find(kActivations, config.text("activation")) != kActivations.end())
        return {};
    return layer.layerClass->name + " with " + config.text("activation") + " is not proved";
}

std::string unprovedInRegion(const PlannedLayer& layer)
{
    const std::string className(layer.layerClass->name);
    if (layer.role != NodeRole::Layer)
        return std::string(kOthers.back().reason);
    if (const auto other = std::ranges::find(kOthers, className, &OtherOperation::className);
        other != kOthers.end())
        return std::string(other->reason);
    if (autocastRowOf(layer) == nullptr)
        return className + " is not proved";
    if (!isRegion(layer.policy))
        return layer.policy.name
            + " is no autocast, whose parameters are float32 and whose products float16 or bfloat16";
    if (!isPlain(layer.options.numerics))
        return "recipes, quantization and overrides are not proved";
    if (const std::string what = unprovedRegularizer(layer); !what.empty())
        return what;
    if (const std::string what = unprovedActivation(layer); !what.empty())
        return what;
    if (const ParameterValue* axis = layer.options.config.find("axis"); axis != nullptr
        && className != "Concatenate" && *axis != ParameterValue(std::int64_t{-1})
        && *axis != ParameterValue(std::vector<std::int64_t>{-1}))
        return className + " of another axis than the last is not proved";
    if (className == "Softmax" && layer.options.config.flag("use_causal_mask"))
        return "Softmax with a mask is not proved";
    return className == "Conv2D" ? unprovedConvolution(layer) : std::string();
}

/// torch/optim/sgd.py, SGD.__init__.
std::string unprovedOptimizer(const Component& optimizer)
{
    if (const std::string what = unproved(optimizer, optimizers()); !what.empty())
        return what;
    const Config& config = optimizer.config;
    if (optimizer.className == "SGD" && config.flag("nesterov") && config.number("momentum") == 0)
        return "PyTorch's SGD raises ValueError for nesterov without momentum";
    return {};
}

} // namespace

std::string unprovedUnderTorch(const TrainingSpec& training, const ModelPlan& plan)
{
    if (plan.family != PolicyFamily::Keras3)
        return "the policy family " + policyFamilyNames()[static_cast<std::size_t>(plan.family)]
            + " is not proved";
    std::string_view region;
    for (const PlannedLayer& layer : plan.layers) {
        if (const std::string what = unprovedInRegion(layer); !what.empty())
            return layer.path + ": " + what;
        const std::string_view format = layer.policy.computeDtype;
        if (format == "float32")
            continue;
        if (!region.empty() && format != region)
            return layer.path + ": regions in both float16 and bfloat16 are not proved";
        region = format;
    }
    if (const std::string what = unproved(training.loss, losses()); !what.empty())
        return "loss: " + what;
    if (const std::string what = unprovedOptimizer(training.optimizer); !what.empty())
        return "optimizer: " + what;
    return unprovedTraining(training, kLossScales);
}

} // namespace ulpscope
