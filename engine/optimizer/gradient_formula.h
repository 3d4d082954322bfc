// SPDX-License-Identifier: GPL-3.0-or-later
// What lies around an optimizer's rule, as its formulas: the loss scale comes off, gradients are accumulated and clipped, weights decay,
// and moving averages follow (keras/src/optimizers/base_optimizer.py, keras/src/backend/jax/optimizer.py).
#pragma once

#include "engine/base/config.h"
#include "engine/graph/builder.h"
#include "engine/scaling/loss_scale.h"

#include <optional>
#include <span>

namespace ulpscope {

struct GradientCall
{
    const Config& config;
    const LossScaleRule& rule;
    bool unscales = true; ///< the loop takes the scale off
    bool clipsFirst = false; ///< the loop clips before that
    graph::Value lossScale; ///< float32
    std::optional<graph::Value> isUpdate; ///< not 0 in a step that updates; empty where every step does
};

/// A trained variable with what a step makes of it.
struct GradientSlot
{
    graph::Value variable;
    graph::Value gradient; ///< first with the loss scale; then ready for the rule, in the variable's dtype
    std::optional<graph::Value> accumulator = {}; ///< sum of gradients, where they are accumulated
    std::optional<graph::Value> nextAccumulator = {};
};

/// Prepares the gradients of one step as GradientPipeline does.
void prepareGradients(const GradientCall& call, std::span<GradientSlot> slots);

/// The variable after weight decay.
graph::Value decayed(const Config& config, const graph::Value& variable, const graph::Value& learningRate);

/// A moving average after the update to `variable`. iterations: the updates so far and this one.
graph::Value nextAverage(const Config& config, const graph::Value& average, const graph::Value& variable,
    const graph::Value& iterations);
/// The average where `isNow` is 1, the variable where it is 0, as JAX writes the choice: what is not finite in either gets through, as a NaN.
graph::Value overwritten(
    const graph::Value& average, const graph::Value& variable, const graph::Value& isNow);

} // namespace ulpscope
