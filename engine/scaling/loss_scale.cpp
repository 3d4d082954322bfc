// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scaling/loss_scale.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ulpscope {

const LossScaleRule kNoLossScale{.name = "none"};

const LossScaleRule kFixedLossScale{.name = "fixed", .isScaled = true};

const LossScaleRule kKerasLossScale{
    .name = "keras",
    .isScaled = true,
    .isDynamic = true,
    .growsAtExactCount = true,
    .mayBecomeInfinite = true,
};

const LossScaleRule kTfKerasLossScale{
    .name = "tf_keras",
    .isScaled = true,
    .isDynamic = true,
    .floor = 1,
    .unscaling = Unscaling::MultiplyByReciprocal,
    .checksUnscaled = true,
    .skippedStepCounts = true,
    .needsUnscaleCall = true,
};

const LossScaleRule kTfFixedLossScale{
    .name = "tf_keras_fixed",
    .isScaled = true,
    .unscaling = Unscaling::MultiplyByReciprocal,
    .needsUnscaleCall = true,
};

const LossScaleRule kGradScaler{
    .name = "grad_scaler",
    .isScaled = true,
    .isDynamic = true,
    .growsAtExactCount = true,
    .unscaling = Unscaling::MultiplyByReciprocal,
};

LossScale LossScale::next(bool gradientsFinite) const
{
    LossScale after = *this;
    if (!rule->isDynamic)
        return after;
    // Products of two floats are exact in double, so each result is rounded to float32 once.
    if (!gradientsFinite) {
        after.goodSteps = 0;
        after.scale = std::max(static_cast<float>(static_cast<double>(scale) * shrinkFactor), rule->floor);
        return after;
    }
    const std::int64_t count = goodSteps + 1;
    if (rule->growsAtExactCount ? count != growthSteps : count < growthSteps) {
        after.goodSteps = count;
        return after;
    }
    after.goodSteps = 0;
    const auto grown = static_cast<float>(static_cast<double>(scale) * growthFactor);
    if (rule->mayBecomeInfinite || std::isfinite(grown))
        after.scale = grown;
    return after;
}

namespace {

constexpr double kSmallestScale = 0x1p-126;
constexpr double kLargestScale = 0x1p127;
constexpr double kMostSteps = 1'000'000'000;

ParameterSpec scaleParameter(const char* name, double value, const char* description)
{
    return {.name = name,
        .defaultValue = value,
        .description = description,
        .minimum = kSmallestScale,
        .maximum = kLargestScale};
}
ParameterSpec stepsParameter(const char* name)
{
    return {name, std::int64_t{2000}, "Good steps in a row after which the factor grows.", 1, kMostSteps};
}

LossScale fixedScale(const LossScaleRule& rule, const Config& config, const char* name)
{
    return {.rule = &rule, .scale = static_cast<float>(config.number(name))};
}

LossScale dynamicScale(
    const LossScaleRule& rule, const Config& config, const char* initial, const char* steps)
{
    return {.rule = &rule,
        .scale = static_cast<float>(config.number(initial)),
        .growthSteps = config.integer(steps)};
}

} // namespace

std::span<const LossScaleClass> lossScaleCatalog()
{
    static const std::vector<LossScaleClass> rows{
        {{.name = "none", .description = "The loss is differentiated as it is.", .parameters = {}},
            [](const Config&) { return LossScale{}; }},
        {{.name = "auto",
             .description
             = "What Keras' compile does: dynamic if the model's policy is named exactly mixed_float16 and is no map; "
               "none otherwise, and none in a custom training loop.",
             .parameters = {}},
            [](const Config&) { return LossScale{}; }},
        {{.name = "fixed",
             .description
             = "The loss is multiplied by a constant before it is differentiated; gradients are divided by it.",
             .parameters = {scaleParameter("scale", 1.0, "The factor; a power of two costs no rounding.")}},
            [](const Config& config) { return fixedScale(kFixedLossScale, config, "scale"); }},
        {{.name = "dynamic",
             .description
             = "Keras' LossScaleOptimizer: halves and skips the step when a gradient is not finite, doubles "
               "after a row of "
               "good steps. No least and no largest scale.",
             .parameters = {scaleParameter("initial_scale", 32768.0, "The factor at the first step."),
                 stepsParameter("dynamic_growth_steps")}},
            [](const Config& config) {
                return dynamicScale(kKerasLossScale, config, "initial_scale", "dynamic_growth_steps");
            }},
        {{.name = "tf_keras",
             .description
             = "LossScaleOptimizer of tf-keras and TensorFlow 2.4 and later: stays between 1 and the largest finite "
               "number, multiplies gradients by the reciprocal; a skipped step counts as an iteration of the optimizer.",
             .parameters = {scaleParameter("initial_scale", 32768.0, "The factor at the first step."),
                 stepsParameter("dynamic_growth_steps")}},
            [](const Config& config) {
                return dynamicScale(kTfKerasLossScale, config, "initial_scale", "dynamic_growth_steps");
            }},
        {{.name = "tf_keras_fixed",
             .description
             = "LossScaleOptimizer of tf-keras with dynamic=False: a constant; no step is skipped.",
             .parameters = {scaleParameter("initial_scale", 32768.0, "The factor.")}},
            [](const Config& config) { return fixedScale(kTfFixedLossScale, config, "initial_scale"); }},
        {{.name = "grad_scaler",
             .description
             = "torch.amp.GradScaler: as dynamic, from 65536 on, and never beyond the largest finite number.",
             .parameters = {scaleParameter("init_scale", 65536.0, "The factor at the first step."),
                 {.name = "growth_factor",
                     .defaultValue = 2.0,
                     .description = "What the factor is multiplied by after a row of good steps.",
                     .minimum = std::nextafter(1.0, 2.0),
                     .maximum = kLargestScale},
                 {.name = "backoff_factor",
                     .defaultValue = 0.5,
                     .description = "What the factor is multiplied by after a skipped step.",
                     .minimum = 0,
                     .maximum = std::nextafter(1.0, 0.0)},
                 stepsParameter("growth_interval")}},
            [](const Config& config) {
                LossScale scale = dynamicScale(kGradScaler, config, "init_scale", "growth_interval");
                scale.growthFactor = config.number("growth_factor");
                scale.shrinkFactor = config.number("backoff_factor");
                return scale;
            }},
        {{.name = "experimental_fixed",
             .description = "FixedLossScale of TensorFlow 2.1 to 2.3: a constant; no step is skipped.",
             .parameters = {{.name = "loss_scale_value",
                 .defaultValue = 1.0,
                 .description = "The factor.",
                 .minimum = 1,
                 .maximum = kLargestScale}}},
            [](const Config& config) { return fixedScale(kTfFixedLossScale, config, "loss_scale_value"); }},
        {{.name = "experimental_dynamic",
             .description
             = "DynamicLossScale of TensorFlow 2.1 to 2.3: as tf_keras, with a multiplier other than 2.",
             .parameters = {scaleParameter("initial_loss_scale", 32768.0, "The factor at the first step."),
                 stepsParameter("increment_period"),
                 scaleParameter("multiplier", 2.0,
                     "What the factor is multiplied by when it grows, and divided by when a step is skipped.")}},
            [](const Config& config) {
                LossScale scale
                    = dynamicScale(kTfKerasLossScale, config, "initial_loss_scale", "increment_period");
                scale.growthFactor = static_cast<double>(static_cast<float>(config.number("multiplier")));
                scale.shrinkFactor = 1 / scale.growthFactor;
                return scale;
            }},
    };
    return rows;
}

} // namespace ulpscope
