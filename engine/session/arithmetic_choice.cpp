// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/arithmetic_choice.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

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
        {"Flatten", "float32", {}},
        {"Dense", "bfloat16", {"linear", "relu", "leaky_relu", "tanh", "sigmoid", "silu", "elu", "softplus"}},
        {"Dense", "float32", {"linear", "relu", "leaky_relu", "tanh", "sigmoid", "silu", "elu", "softplus"}},
    };
    return rows;
}

/// A parameter and the value that is proved.
struct ProvedSetting
{
    std::string_view name;
    ParameterValue value;
};

struct ProvedComponent
{
    std::string_view className;
    std::vector<ProvedSetting> settings;
};

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
    static const std::vector<ProvedSetting> plain{{"weight_decay", 0.0}, {"clipnorm", 0.0},
        {"clipvalue", 0.0}, {"global_clipnorm", 0.0}, {"use_ema", false},
        {"gradient_accumulation_steps", std::int64_t{1}}};
    const auto with = [](std::vector<ProvedSetting> more) {
        more.insert(more.end(), plain.begin(), plain.end());
        return more;
    };
    static const std::vector<ProvedComponent> rows{
        {"SGD", with({{"nesterov", false}})},
        {"Adam", with({{"amsgrad", false}})},
    };
    return rows;
}

constexpr std::array<std::string_view, 2> kProvedLossScales{"none", "auto"};

/// What is not proved of a component; empty: nothing.
std::string unproved(const Component& component, const std::vector<ProvedComponent>& rows)
{
    const auto row = std::ranges::find(rows, component.className, &ProvedComponent::className);
    if (row == rows.end())
        return component.className + " is not proved";
    for (const ProvedSetting& setting : row->settings)
        if (const ParameterValue* value = component.config.find(setting.name);
            value != nullptr && *value != setting.value)
            return component.className + " with its " + std::string(setting.name) + " is not proved";
    return {};
}

bool isPlain(const LayerNumerics& numerics)
{
    return !numerics.scaling && !numerics.integerKernel && !numerics.update && !numerics.takesInputsUncast()
        && std::ranges::none_of(numerics.products,
            [](const ProductOverrides& product) {
                return product.left.has_value() || product.right.has_value()
                    || product.accumulator.has_value();
            })
        && (numerics.output == nullptr || *numerics.output == *numerics.compute);
}

std::string unproved(const PlannedLayer& layer)
{
    const std::string className(layer.layerClass->name);
    const std::string format(layer.options.numerics.compute->name);
    const auto row = std::ranges::find_if(provedLayers(),
        [&](const ProvedLayer& proved) { return proved.className == className && proved.format == format; });
    if (row == provedLayers().end())
        return className + " in " + format + " is not proved";
    const Config& config = layer.options.config;
    for (const std::string_view key : {"kernel_regularizer", "bias_regularizer", "activity_regularizer"})
        if (config.find(key) != nullptr && !config.text(key).empty())
            return "a regularizer is not proved";
    if (!row->activations.empty()
        && std::ranges::find(row->activations, config.text("activation")) == row->activations.end())
        return className + " with " + config.text("activation") + " is not proved";
    if (!isPlain(layer.options.numerics))
        return "recipes, quantization and overrides are not proved";
    return {};
}

/// Of the last layer, whose output the loss casts to float32: it must be one that can keep its result unrounded.
std::string unprovedAsLast(const PlannedLayer& layer)
{
    if (layer.layerClass->name != std::string_view("Dense")
        || layer.options.config.text("activation") != "linear" || !layer.options.config.flag("use_bias"))
        return "a last layer other than a linear Dense with a bias is not proved";
    return {};
}

/// The first thing that is not proved of a training, with its place; empty: nothing.
std::string unproved(const TrainingSpec& training, const ModelPlan& plan)
{
    for (const PlannedLayer& layer : plan.layers)
        if (const std::string what = unproved(layer); !what.empty())
            return layer.path + ": " + what;
    // Behind the input layer; between two dtypes there are casts, of which XLA may leave out some.
    for (const PlannedLayer& layer : std::span(plan.layers).subspan(1))
        if (layer.options.numerics.compute != plan.layers.back().options.numerics.compute)
            return layer.path + ": layers in several dtypes are not proved";
    if (const std::string what = unprovedAsLast(plan.layers.back()); !what.empty())
        return plan.layers.back().path + ": " + what;
    if (const std::string what = unproved(training.loss, provedLosses()); !what.empty())
        return "loss: " + what;
    if (const std::string what = unproved(training.optimizer, provedOptimizers()); !what.empty())
        return "optimizer: " + what;
    if (training.schedule != TrainingSpec{}.schedule)
        return "learning-rate schedules are not proved";
    if (training.lossWeight != 1)
        return "a loss weight is not proved";
    if (training.loop != TrainingLoop::Fit)
        return "a custom loop is not proved";
    if (std::ranges::find(kProvedLossScales, training.lossScale.className) == kProvedLossScales.end())
        return "loss scale " + training.lossScale.className + " is not proved";
    return {};
}

} // namespace

std::string ArithmeticChoice::text() const
{
    return rulesOf(kind).name + ": " + reason;
}

ArithmeticChoice arithmeticChoice(const TrainingSpec& training, const ModelPlan& plan)
{
    if (training.arithmetic == ArithmeticKind::Written)
        return {ArithmeticKind::Written, "asked for"};
    const ArithmeticKind wanted = training.arithmetic.value_or(ArithmeticKind::KerasJax);
    if (const std::string what = unproved(training, plan); !what.empty())
        return {ArithmeticKind::Written, "not " + rulesOf(wanted).name + ": " + what, false};
    return {wanted, "proved for every layer, the loss and the optimizer"};
}

} // namespace ulpscope
