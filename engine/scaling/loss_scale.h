// SPDX-License-Identifier: GPL-3.0-or-later
// Loss scales as values: next() returns the state after a step, so a history is a vector of states. What the rules
// differ in are rows of data.
#pragma once

#include "engine/base/catalog.h"
#include "engine/base/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ulpscope {

/// How gradients lose the scale again. The bits differ only for scales that are no powers of two.
enum class Unscaling : std::uint8_t { Divide, MultiplyByReciprocal };

/// Effect of an overflow at the smallest scale.
enum class AtLeastScale : std::uint8_t {
    Stays, ///< nothing: the scale is what it was
    EndsRunThere, ///< ends it if the scale is the least already (DeepSpeed)
    EndsRunBefore, ///< ends it if the scale would reach the least, and keeps the one before (fairseq)
};

/// The rule of a loss scale after a step; a row of lossScaleRules().
struct LossScaleRule
{
    std::string_view name;
    bool isScaled = false;
    bool isDynamic = false; ///< skips a step with gradients that are not finite, and changes
    /// Grows when the counter reaches the growth steps exactly (==), so never once it is above, or from there on (>=).
    bool growsAtExactCount = false;
    /// The count is not taken back by a growth, and the step that completes it does not count: grows in step n + 1, 2n + 1, ...
    /// after an overflow (DeepSpeed).
    bool growsOneLater = false;
    bool mayBecomeInfinite
        = false; ///< else a growth beyond float32 is left out, and the counter still starts again
    /// Whether a scale below 2^-126 is 0: XLA on a CPU computes with subnormals as zeros.
    bool flushesSubnormals = false;
    float floor = 0; ///< the least scale; 0: none, or the state's own
    AtLeastScale atLeast = AtLeastScale::Stays;
    std::string_view ending = {}; ///< the exception that ends it, where it does
    Unscaling unscaling = Unscaling::Divide;
    bool checksUnscaled = false; ///< looks for infinities and NaN after unscaling, not before
    bool skippedStepCounts
        = false; ///< a skipped step is one of the optimizer's iterations, as in Adam's bias correction
    /// Whether a custom training loop unscales the gradients in a call of its own, which it can forget; else the
    /// optimizer's apply, or the scaler's step, does so by itself.
    bool needsUnscaleCall = false;
};

/// Each rule says which code it follows. None and Fixed stand for Keras' optimizers without and with loss_scale_factor.
extern const LossScaleRule kNoLossScale;
extern const LossScaleRule kFixedLossScale; ///< keras/src/optimizers/base_optimizer.py: loss_scale_factor
extern const LossScaleRule kKerasLossScale; ///< keras/src/optimizers/loss_scale_optimizer.py
extern const LossScaleRule kTfKerasLossScale; ///< tf_keras/mixed_precision/loss_scale_optimizer.py, TF >= 2.4
extern const LossScaleRule kTfFixedLossScale; ///< the same with dynamic=False; TF 2.1-2.3 FixedLossScale
extern const LossScaleRule kGradScaler; ///< torch/amp/grad_scaler.py
extern const LossScaleRule kDeepSpeedLossScale; ///< deepspeed/runtime/fp16/loss_scaler.py
extern const LossScaleRule kMegatronLossScale; ///< megatron/core/optimizer/grad_scaler.py
extern const LossScaleRule kFairseqLossScale; ///< fairseq/optim/dynamic_loss_scaler.py

/// The scale is float32 in all of them.
struct LossScale
{
    const LossScaleRule* rule = &kNoLossScale;
    float scale = 1;
    std::int64_t growthSteps = 2000;
    std::int64_t goodSteps = 0;
    double growthFactor = 2;
    double shrinkFactor = 0.5;
    float least = 0; ///< lowest scale; 0: the rule's
    float endsAt = 0; ///< scale below which AtLeastScale::EndsRunBefore ends the run
    /// Overflows that it takes to shrink, and how many of them are left; a growth restores them.
    std::int64_t hysteresis = 1;
    std::int64_t hysteresisLeft = 1;
    bool everyGoodStepRestores = false; ///< the hysteresis: overflows must come in a row
    /// An overflow shrinks if of the steps since the scale last changed at least this share overflowed (fairseq).
    double tolerance = 0;
    std::int64_t overflowsSinceShrink = 0;
    std::int64_t stepsSinceChange = 1; ///< steps with the one that comes
    /// The program that follows this rule has ended with an exception. Here steps go on and are all skipped.
    bool hasEnded = false;

    bool isScaled() const { return rule->isScaled; }
    /// Whether a step with non-finite gradients is skipped. Only a dynamic scale looks.
    bool skipsNonFinite() const { return rule->isDynamic; }
    LossScale next(bool gradientsFinite) const;

    bool operator==(const LossScale&) const = default;
};

struct LossScaleClass : ClassSpec
{
    LossScale (*make)(const Config& config) = nullptr;
};

/// none, auto, fixed, dynamic (Keras 3's), tf_keras, tf_keras_fixed, grad_scaler, deepspeed, megatron, fairseq,
/// experimental_fixed, experimental_dynamic. "auto" is what compile would do, which train/compile_outcome.h knows; made alone it is none.
std::span<const LossScaleClass> lossScaleCatalog();

/// What keras.optimizers.LossScaleOptimizer does with an argument that is none of "dynamic"'s parameters: it takes the default,
/// which changes nothing, and raises for all else.
struct KerasScalerArgument
{
    std::string_view name; ///< "weight_decay"
    std::string_view defaultText; ///< default in JSON: "null", "true"
    std::string_view refusal; ///< Keras' message
};
/// Returns null for a name that it does not know either.
const KerasScalerArgument* findKerasScalerArgument(std::string_view name);
/// Keras' error for those of the names that are neither parameters of "dynamic" nor such arguments.
Status checkKerasScalerNames(std::span<const std::string> names);

} // namespace ulpscope
