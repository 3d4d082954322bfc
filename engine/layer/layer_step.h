// SPDX-License-Identifier: GPL-3.0-or-later
// What a step gives to a layer, and what of a layer stays between steps.
#pragma once

#include "engine/tensor/arithmetic.h"
#include "engine/tensor/tensor.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace ulpscope {

/// Is told before and after a layer's part of a pass, by the index of its node: weights may be lent to it for so long.
struct LayerVisitor
{
    std::function<void(std::size_t node, Pass pass)> begin;
    std::function<void(std::size_t node, Pass pass)> end;
};

/// What one step gives to a layer.
struct StepContext
{
    Arithmetic& arithmetic;
    std::int64_t step = 0;
    bool training = true;
    /// What penalties are multiplied by before they are differentiated: the loss scale.
    double penaltyScale = 1;
    /// Asks to stop between two layers; null: never.
    const std::stop_token* stop = nullptr;
    const LayerVisitor* visitor = nullptr; ///< null: none is told

    bool isStopped() const { return stop != nullptr && stop->stop_requested(); }
};

/// A tensor that stays between steps. value: in the variable dtype. gradient: in the dtype in which it was computed,
/// still multiplied by the loss scale; empty where the variable is not trainable, such as a moving mean, which the
/// forward pass of a training step changes by itself.
struct Variable
{
    std::string name; ///< "kernel"
    Tensor value;
    Tensor gradient;
    bool trainable = true;
};

} // namespace ulpscope
