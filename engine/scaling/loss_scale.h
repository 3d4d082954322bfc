// SPDX-License-Identifier: GPL-3.0-or-later
// Loss scales as values: next() returns the state after a step, so a history is a vector of states.
#pragma once

#include "engine/base/catalog.h"

#include <cstdint>
#include <optional>
#include <span>

namespace ulpscope {

enum class LossScaleRule : std::uint8_t { None, Fixed, Dynamic };

/// Dynamic is Keras 3's LossScaleOptimizer (keras/src/optimizers/loss_scale_optimizer.py): scale and counter in
/// float32 and int; no floor, no ceiling; grows when goodSteps == growthSteps - 1.
struct LossScale
{
    LossScaleRule rule = LossScaleRule::None;
    float scale = 1; ///< float32 as in Keras; 1 for None
    std::int64_t growthSteps = 2000;
    std::int64_t goodSteps = 0;

    /// Whether a step with non-finite gradients is skipped. Only a dynamic scale looks.
    bool skipsNonFinite() const { return rule == LossScaleRule::Dynamic; }
    LossScale next(bool gradientsFinite) const;

    bool operator==(const LossScale&) const = default;
};

struct LossScaleClass : ClassSpec
{
    LossScale (*make)(const Config& config) = nullptr;
};

/// "none", "fixed" {scale}, "dynamic" {initial_scale, dynamic_growth_steps}.
std::span<const LossScaleClass> lossScaleCatalog();

} // namespace ulpscope
