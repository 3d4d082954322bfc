// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scaling/loss_scale.h"

#include "engine/base/shown_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
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
    .flushesSubnormals = true,
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

const LossScaleRule kDeepSpeedLossScale{
    .name = "deepspeed",
    .isScaled = true,
    .isDynamic = true,
    .growsOneLater = true,
    .mayBecomeInfinite = true,
    .atLeast = AtLeastScale::EndsRunThere,
    .ending
    = "Exception: Current loss scale already at minimum - cannot decrease scale anymore. Exiting run.",
    .unscaling = Unscaling::MultiplyByReciprocal,
};

const LossScaleRule kMegatronLossScale{
    .name = "megatron",
    .isScaled = true,
    .isDynamic = true,
    .growsAtExactCount = true,
    .mayBecomeInfinite = true,
    .unscaling = Unscaling::MultiplyByReciprocal,
};

const LossScaleRule kFairseqLossScale{
    .name = "fairseq",
    .isScaled = true,
    .isDynamic = true,
    .growsAtExactCount = true,
    .mayBecomeInfinite = true,
    .atLeast = AtLeastScale::EndsRunBefore,
    .ending
    = "FloatingPointError: Minimum loss scale reached (…). Your loss is probably exploding. Try lowering the learning rate, "
      "using gradient clipping or increasing the batch size.",
    .unscaling = Unscaling::MultiplyByReciprocal,
};

namespace {

bool growsNow(const LossScale& scale)
{
    if (scale.rule->growsOneLater)
        return scale.goodSteps > 0 && scale.goodSteps % scale.growthSteps == 0;
    const std::int64_t count = scale.goodSteps + 1;
    return scale.rule->growsAtExactCount ? count == scale.growthSteps : count >= scale.growthSteps;
}

/// Returns the scale after an overflow that the hysteresis does not absorb.
LossScale shrunk(LossScale scale)
{
    ++scale.overflowsSinceShrink;
    const bool isTolerated
        = static_cast<double>(scale.overflowsSinceShrink) / static_cast<double>(scale.stepsSinceChange)
        < scale.tolerance;
    const float least = std::max(scale.rule->floor, scale.least);
    auto smaller = static_cast<float>(static_cast<double>(scale.scale) * scale.shrinkFactor);
    if (scale.rule->flushesSubnormals && smaller < std::numeric_limits<float>::min())
        smaller = 0;
    const float next = isTolerated ? scale.scale : std::max(smaller, least);
    scale.hasEnded = (scale.rule->atLeast == AtLeastScale::EndsRunThere && scale.scale == least)
        || (scale.rule->atLeast == AtLeastScale::EndsRunBefore && next <= scale.endsAt);
    if (!scale.hasEnded)
        scale.scale = next;
    scale.overflowsSinceShrink = isTolerated ? scale.overflowsSinceShrink : 0;
    scale.stepsSinceChange = isTolerated ? scale.stepsSinceChange + 1 : 1;
    return scale;
}

} // namespace

LossScale LossScale::next(bool gradientsFinite) const
{
    LossScale after = *this;
    if (!rule->isDynamic || hasEnded)
        return after;
    // Products of two floats are exact in double, so each result is rounded to float32 once.
    if (!gradientsFinite) {
        after.goodSteps = 0;
        if (hysteresisLeft <= 1)
            return shrunk(after);
        --after.hysteresisLeft;
        return after;
    }
    after.goodSteps = goodSteps + 1;
    ++after.stepsSinceChange;
    if (everyGoodStepRestores)
        after.hysteresisLeft = hysteresis;
    if (!growsNow(*this))
        return after;
    if (!rule->growsOneLater)
        after.goodSteps = 0;
    after.stepsSinceChange = 1;
    after.hysteresisLeft = hysteresis;
    const auto grown = static_cast<float>(static_cast<double>(scale) * growthFactor);
    if (rule->mayBecomeInfinite || std::isfinite(grown))
        after.scale = grown;
    return after;
}

namespace {

constexpr double kSmallestScale = 0x1p-126;
constexpr double kLargestScale = 0x1p127;
constexpr double kMaxSteps = 1'000'000'000;

ParameterSpec scaleParameter(const char* name, double value, const char* description)
{
    return {.name = name,
        .defaultValue = value,
        .description = description,
        .minimum = kSmallestScale,
        .maximum = kLargestScale};
}
ParameterSpec stepsParameter(const char* name, std::int64_t value = 2000)
{
    return {name, value, "Good steps in a row after which the factor grows.", 1, kMaxSteps};
}

ParameterSpec growthParameter(const char* name)
{
    return {.name = name,
        .defaultValue = 2.0,
        .description = "What the factor is multiplied by after a row of good steps.",
        .minimum = std::nextafter(1.0, 2.0),
        .maximum = kLargestScale};
}
ParameterSpec backoffParameter(const char* name)
{
    return {.name = name,
        .defaultValue = 0.5,
        .description = "What the factor is multiplied by after a skipped step.",
        .minimum = 0,
        .maximum = std::nextafter(1.0, 0.0)};
}
ParameterSpec hysteresisParameter(const char* name)
{
    return {name, std::int64_t{2},
        "Overflows that it takes to lower the factor; from then on each lowers it, until it grows.", 1,
        kMaxSteps};
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
               "good steps. No largest scale, and none between 2^-126 and 0.",
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
                 growthParameter("growth_factor"), backoffParameter("backoff_factor"),
                 stepsParameter("growth_interval")}},
            [](const Config& config) {
                LossScale scale = dynamicScale(kGradScaler, config, "init_scale", "growth_interval");
                scale.growthFactor = config.number("growth_factor");
                scale.shrinkFactor = config.number("backoff_factor");
                return scale;
            }},
        {{.name = "deepspeed",
             .description
             = "DeepSpeed's DynamicLossScaler with the defaults of its fp16 section: halves after some overflows, doubles one "
               "step after a row of good steps; an overflow at the least scale ends the run.",
             .parameters = {scaleParameter("init_scale", 65536.0, "The factor at the first step."),
                 stepsParameter("scale_window", 1000),
                 scaleParameter("min_scale", 1.0, "The least factor; an overflow at it ends the run."),
                 hysteresisParameter("delayed_shift"),
                 {.name = "consecutive_hysteresis",
                     .defaultValue = false,
                     .description = "Whether a good step restores the overflows that it takes."}}},
            [](const Config& config) {
                LossScale scale = dynamicScale(kDeepSpeedLossScale, config, "init_scale", "scale_window");
                scale.least = static_cast<float>(config.number("min_scale"));
                scale.hysteresis = scale.hysteresisLeft = config.integer("delayed_shift");
                scale.everyGoodStepRestores = config.flag("consecutive_hysteresis");
                return scale;
            }},
        {{.name = "megatron",
             .description
             = "Megatron-LM's DynamicGradScaler with the defaults of its command line: shrinks after some overflows, not below "
               "a least scale, grows after a row of good steps.",
             .parameters = {scaleParameter("initial_scale", 0x1p32, "The factor at the first step."),
                 scaleParameter("min_scale", 1.0, "The least factor."), growthParameter("growth_factor"),
                 backoffParameter("backoff_factor"), stepsParameter("growth_interval", 1000),
                 hysteresisParameter("hysteresis")}},
            [](const Config& config) {
                LossScale scale
                    = dynamicScale(kMegatronLossScale, config, "initial_scale", "growth_interval");
                scale.least = static_cast<float>(config.number("min_scale"));
                scale.growthFactor = static_cast<double>(static_cast<float>(config.number("growth_factor")));
                scale.shrinkFactor = static_cast<double>(static_cast<float>(config.number("backoff_factor")));
                scale.hysteresis = scale.hysteresisLeft = config.integer("hysteresis");
                return scale;
            }},
        {{.name = "fairseq",
             .description
             = "fairseq's DynamicLossScaler with its own defaults (its trainer passes 128 and 2^14 steps over the workers): "
               "halves, doubles after a row of good steps; ends the run where it would reach the least scale.",
             .parameters = {scaleParameter("init_scale", 32768.0, "The factor at the first step."),
                 {.name = "scale_factor",
                     .defaultValue = 2.0,
                     .description
                     = "What the factor is multiplied by when it grows, and divided by when it shrinks.",
                     .minimum = std::nextafter(1.0, 2.0),
                     .maximum = kLargestScale},
                 stepsParameter("scale_window"),
                 {.name = "tolerance",
                     .defaultValue = 0.0,
                     .description
                     = "The share of steps since the last change of which overflows must be at least so many to shrink.",
                     .minimum = 0,
                     .maximum = 1},
                 {.name = "threshold",
                     .defaultValue = 0.0,
                     .description = "What shrinking stops at; 0: nothing.",
                     .minimum = 0,
                     .maximum = kLargestScale},
                 {.name = "min_loss_scale",
                     .defaultValue = 1e-4,
                     .description = "An overflow that would bring the factor to this or below ends the run.",
                     .minimum = 0,
                     .maximum = kLargestScale}}},
            [](const Config& config) {
                LossScale scale = dynamicScale(kFairseqLossScale, config, "init_scale", "scale_window");
                scale.growthFactor = config.number("scale_factor");
                scale.shrinkFactor = 1 / scale.growthFactor;
                scale.tolerance = config.number("tolerance");
                scale.least = static_cast<float>(config.number("threshold"));
                scale.endsAt = static_cast<float>(config.number("min_loss_scale"));
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

namespace {

// keras/src/optimizers/loss_scale_optimizer.py of Keras 3.15.1: what its constructor says, in its words.
constexpr std::array kKerasArguments{
    KerasScalerArgument{"dynamic", "true",
        "LossScaleOptimizer no longer supports `dynamic=False`. Instead, simply set `loss_scale_factor` directly on the "
        "`inner_optimizer`."},
    KerasScalerArgument{"weight_decay", "null",
        "LossScaleOptimizer does not support `weight_decay`. Instead, set `weight_decay` on the `inner_optimizer`."},
    KerasScalerArgument{"clipnorm", "null",
        "LossScaleOptimizer does not support `clipnorm`. Instead, set `clipnorm` on the `inner_optimizer`."},
    KerasScalerArgument{"global_clipnorm", "null",
        "LossScaleOptimizer does not support `global_clipnorm`. Instead, set `global_clipnorm` on the `inner_optimizer`."},
    KerasScalerArgument{"clipvalue", "null",
        "LossScaleOptimizer does not support `clipvalue`. Instead, set `clipvalue` on the `inner_optimizer`."},
    KerasScalerArgument{"use_ema", "false",
        "LossScaleOptimizer does not support `use_ema`. Instead, set `use_ema` on the `inner_optimizer`."},
    KerasScalerArgument{"ema_momentum", "0.99",
        "LossScaleOptimizer does not support `ema_momentum`. Instead, set `ema_momentum` on the `inner_optimizer`."},
    KerasScalerArgument{"ema_overwrite_frequency", "null",
        "LossScaleOptimizer does not support `ema_overwrite_frequency`. Instead, set `ema_overwrite_frequency` on the "
        "`inner_optimizer`."},
    KerasScalerArgument{"loss_scale_factor", "null",
        "LossScaleOptimizer does not support `loss_scale_factor`. Instead, set `loss_scale_factor` on the "
        "`inner_optimizer`."},
    KerasScalerArgument{"gradient_accumulation_steps", "null",
        "LossScaleOptimizer does not support `gradient_accumulation_steps`. Instead, set `gradient_accumulation_steps` on "
        "the `inner_optimizer`."},
};

} // namespace

const KerasScalerArgument* findKerasScalerArgument(std::string_view name)
{
    const auto* found = std::find_if(kKerasArguments.begin(), kKerasArguments.end(),
        [&](const KerasScalerArgument& argument) { return argument.name == name; });
    return found == kKerasArguments.end() ? nullptr : found;
}

Status checkKerasScalerNames(std::span<const std::string> names)
{
    const std::vector<ParameterSpec>& parameters = findRow(lossScaleCatalog(), "dynamic")->parameters;
    std::string first;
    std::string listed;
    for (const std::string& name : names) {
        if (findKerasScalerArgument(name) != nullptr
            || std::ranges::find(parameters, name, &ParameterSpec::name) != parameters.end())
            continue;
        first = first.empty() ? name : first;
        listed += (listed.empty() ? "`" : "`, `") + shownText(name);
    }
    if (listed.empty())
        return success();
    return Error{shownText(first), "LossScaleOptimizer does not support arguments: " + listed + "`.",
        ErrorKind::ValueError};
}

} // namespace ulpscope
