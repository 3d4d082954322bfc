// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/policy_family.h"
#include "engine/session/proved_components.h"

#include <algorithm>
#include <array>

namespace ulpscope {

namespace {

using Names = std::vector<std::string_view>;

/// A layer class in a compute dtype, with the activations under which steps are Keras': in bfloat16 bit for bit but for what
/// tests/interop/keras_steps.csv lists (keras_steps.py, parts "compiled" and "walk"), in float32, whose sums XLA forms in other
/// orders, as near as Keras is to itself with its units renumbered (part "renumbered").
struct ProvedLayer
{
    std::string_view className;
    std::string_view format;
    Names activations; ///< empty: it has none
};

const std::vector<ProvedLayer>& provedLayers()
{
    static const std::vector<ProvedLayer> rows{
        {"InputLayer", "float32", {}},
        {"Flatten", "bfloat16", {}},
        {"EinsumDense", "bfloat16", {"linear"}},
        {"Conv2D", "bfloat16", {"linear", "relu"}},
        {"DepthwiseConv2D", "bfloat16", {"linear"}},
        {"MaxPooling2D", "bfloat16", {}},
        {"AveragePooling2D", "bfloat16", {}},
        {"Embedding", "bfloat16", {}},
        {"Flatten", "float32", {}},
        {"Dense", "bfloat16", {"linear", "relu", "leaky_relu", "tanh", "sigmoid", "silu", "elu", "softplus"}},
        {"Dense", "float32", {"linear", "relu", "leaky_relu", "tanh", "sigmoid", "silu", "elu", "softplus"}},
    };
    return rows;
}

const std::vector<ProvedComponent>& provedLosses()
{
    static const std::vector<ProvedComponent> rows{
        {"MeanSquaredError", {}},
        {"SparseCategoricalCrossentropy", {{"from_logits", true}}},
        {"CategoricalCrossentropy", {{"from_logits", true}, {"label_smoothing", 0.0}}},
        {"BinaryCrossentropy", {{"from_logits", true}, {"label_smoothing", 0.0}}},
    };
    return rows;
}

const std::vector<ProvedComponent>& provedOptimizers()
{
    static const std::vector<ProvedComponent> rows{
        {"SGD", withPlainOptimizer({{"nesterov", false}})},
        {"Adam", withPlainOptimizer({{"amsgrad", false}})},
    };
    return rows;
}

constexpr std::array<std::string_view, 2> kProvedLossScales{"none", "auto"};

Message unproved(const PlannedLayer& layer)
{
    const std::string className(layer.layerClass->name);
    const std::string format(layer.options.numerics.compute->name);
    const auto row = std::ranges::find_if(provedLayers(),
        [&](const ProvedLayer& proved) { return proved.className == className && proved.format == format; });
    if (row == provedLayers().end())
        return message("%1 in %2 is not proved").with(className).with(format);
    const Config& config = layer.options.config;
    if (Message what = unprovedRegularizer(layer); !what.empty())
        return what;
    if (!row->activations.empty()
        && std::ranges::find(row->activations, config.text("activation")) == row->activations.end())
        return message("%1 with %2 is not proved").with(className).with(config.text("activation"));
    if (className == "Conv2D" && config.integer("groups") != 1)
        return message("Conv2D with groups is not proved");
    if (layer.isNotEmulated)
        return message("its quantized policy is not emulated");
    if (!isPlain(layer.options.numerics))
        return message("recipes, quantization and overrides are not proved");
    return {};
}

/// Why the last layer is not proved. The loss casts its output to float32, so it must be one that can keep its result unrounded.
Message unprovedAsLast(const PlannedLayer& layer)
{
    if (layer.layerClass->name != std::string_view("Dense")
        || layer.options.config.text("activation") != "linear" || !layer.options.config.flag("use_bias"))
        return message("a last layer other than a linear Dense with a bias is not proved");
    return {};
}

} // namespace

Message unprovedUnderKerasJax(const TrainingSpec& training, const ModelPlan& plan)
{
    if (plan.family != PolicyFamily::Keras3) // they are TensorFlow's
        return message("the policy family %1 is not proved")
            .with(policyFamilyNames()[static_cast<std::size_t>(plan.family)]);
    for (const PlannedLayer& layer : plan.layers)
        if (Message what = unproved(layer); !what.empty())
            return inLayer(layer.path, std::move(what));
    // The input layer is skipped. Between two dtypes there are casts, of which XLA may leave out some.
    for (const PlannedLayer& layer : std::span(plan.layers).subspan(1))
        if (layer.options.numerics.compute != plan.layers.back().options.numerics.compute)
            return inLayer(layer.path, message("layers in several dtypes are not proved"));
    if (Message what = unprovedAsLast(plan.layers.back()); !what.empty())
        return inLayer(plan.layers.back().path, std::move(what));
    if (Message what = unproved(training.loss, provedLosses()); !what.empty())
        return message("loss: %1").with(std::move(what));
    if (Message what = unproved(training.optimizer, provedOptimizers()); !what.empty())
        return message("optimizer: %1").with(std::move(what));
    if (training.lossWeight != 1)
        return message("a loss weight is not proved");
    return unprovedTraining(training, kProvedLossScales);
}

} // namespace ulpscope
