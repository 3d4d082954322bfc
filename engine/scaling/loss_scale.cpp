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
    return {name, value, description, kSmallestScale, kLargestScale};
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
        {{"none", "The loss is differentiated as it is.", {}}, [](const Config&) { return LossScale{}; }},
        {{"auto",
             "What Keras' compile does: dynamic if the model's policy is named exactly mixed_float16 and is no map; "
             "none otherwise, and none in a custom training loop.",
             {}},
            [](const Config&) { return LossScale{}; }},
        {{"fixed",
             "The loss is multiplied by a constant before it is differentiated; gradients are divided by it.",
             {scaleParameter("scale", 1.0, "The factor; a power of two costs no rounding.")}},
            [](const Config& config) { return fixedScale(kFixedLossScale, config, "scale"); }},
        {{"dynamic",
             "Keras' LossScaleOptimizer: halves and skips the step when a gradient is not finite, doubles "
             "after a row of "
             "good steps. No least and no largest scale.",
             {scaleParameter("initial_scale", 32768.0, "The factor at the first step."),
                 stepsParameter("dynamic_growth_steps")}},
            [](const Config& config) {
                return dynamicScale(kKerasLossScale, config, "initial_scale", "dynamic_growth_steps");
            }},
        {{"tf_keras",
             "LossScaleOptimizer of tf-keras and TensorFlow 2.4 and later: stays between 1 and the largest finite "
             "number, multiplies gradients by the reciprocal; a skipped step counts as an iteration of the optimizer.",
             {scaleParameter("initial_scale", 32768.0, "The factor at the first step."),
                 stepsParameter("dynamic_growth_steps")}},
            [](const Config& config) {
                return dynamicScale(kTfKerasLossScale, config, "initial_scale", "dynamic_growth_steps");
            }},
        {{"tf_keras_fixed",
             "LossScaleOptimizer of tf-keras with dynamic=False: a constant; no step is skipped.",
             {scaleParameter("initial_scale", 32768.0, "The factor.")}},
            [](const Config& config) { return fixedScale(kTfFixedLossScale, config, "initial_scale"); }},
        {{"grad_scaler",
             "torch.amp.GradScaler: as dynamic, from 65536 on, and never beyond the largest finite number.",
             {scaleParameter("init_scale", 65536.0, "The factor at the first step."),
                 {"growth_factor", 2.0, "What the factor is multiplied by after a row of good steps.",
                     std::nextafter(1.0, 2.0), kLargestScale},
                 {"backoff_factor", 0.5, "What the factor is multiplied by after a skipped step.", 0,
                     std::nextafter(1.0, 0.0)},
                 stepsParameter("growth_interval")}},
            [](const Config& config) {
                LossScale scale = dynamicScale(kGradScaler, config, "init_scale", "growth_interval");
                scale.growthFactor = config.number("growth_factor");
                scale.shrinkFactor = config.number("backoff_factor");
                return scale;
            }},
        {{"experimental_fixed", "FixedLossScale of TensorFlow 2.1 to 2.3: a constant; no step is skipped.",
             {{"loss_scale_value", 1.0, "The factor.", 1, kLargestScale}}},
            [](const Config& config) { return fixedScale(kTfFixedLossScale, config, "loss_scale_value"); }},
        {{"experimental_dynamic",
             "DynamicLossScale of TensorFlow 2.1 to 2.3: as tf_keras, with a multiplier other than 2.",
             {scaleParameter("initial_loss_scale", 32768.0, "The factor at the first step."),
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
