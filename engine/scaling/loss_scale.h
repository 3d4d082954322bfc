// SPDX-License-Identifier: GPL-3.0-or-later
// Loss scales as values: next() returns the state after a step, so a history is a vector of states. What the rules
// differ in are rows of data.
#pragma once

#include "engine/base/catalog.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace ulpscope {

/// How gradients lose the scale again. The bits differ only for scales that are no powers of two.
enum class Unscaling : std::uint8_t { Divide, MultiplyByReciprocal };

/// What a loss scale does after a step; a row of lossScaleRules().
struct LossScaleRule
{
    std::string_view name;
    bool isScaled = false;
    bool isDynamic = false; ///< skips a step with gradients that are not finite, and changes
    /// Grows when the counter reaches the growth steps exactly (==), so never once it is above, or from there on (>=).
    bool growsAtExactCount = false;
    bool mayBecomeInfinite
        = false; ///< else a growth beyond float32 is left out, and the counter still starts again
    float floor = 0; ///< the least scale; 0: none
    Unscaling unscaling = Unscaling::Divide;
    bool checksUnscaled = false; ///< looks for what is not finite after unscaling, not before
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

/// The scale is float32 in all of them.
struct LossScale
{
    const LossScaleRule* rule = &kNoLossScale;
    float scale = 1;
    std::int64_t growthSteps = 2000;
    std::int64_t goodSteps = 0;
    double growthFactor = 2;
    double shrinkFactor = 0.5;

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

/// none, auto, fixed, dynamic (Keras 3's), tf_keras, tf_keras_fixed, grad_scaler, experimental_fixed,
/// experimental_dynamic. "auto" is what compile would do, which train/compile_outcome.h knows; made alone it is none.
std::span<const LossScaleClass> lossScaleCatalog();

} // namespace ulpscope
