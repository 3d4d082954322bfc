// SPDX-License-Identifier: GPL-3.0-or-later
// Activation functions by Keras' names, applied by Dense and Activation.
#pragma once

#include "engine/tensor/ops.h"

#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

struct ActivationFunction
{
    std::string name; ///< "relu"
    /// In place: the function of each element, or of each row for softmax.
    void (*apply)(Arithmetic& arithmetic, Tensor& values);
    /// input: what apply() was given, null unless needsInput. gradient: of the output, [same shape as output].
    /// out: gradient of the input.
    void (*gradient)(Arithmetic& arithmetic, const Tensor* input, const Tensor& output,
        const Tensor& gradient, Tensor& out);
    bool needsInput = false; ///< the gradient is a function of the input, so a layer keeps it
    /// The gradient from the output as it is stored, where PyTorch takes that and Keras the input; null: both take the same.
    void (*gradientOfOutput)(
        Arithmetic& arithmetic, const Tensor& output, const Tensor& gradient, Tensor& out)
        = nullptr;
    /// Whether PyTorch on a CPU rounds each operation of the gradient in float16, though not in bfloat16.
    bool roundsEachInFloat16 = false;
    std::string_view torch = {}; ///< "torch.tanh({x})"; empty: none is known
};

/// "linear" first.
const std::vector<ActivationFunction>& activationFunctions();
/// A contract that the name is one of them.
const ActivationFunction& activationFunction(std::string_view name);
std::vector<std::string> activationNames();

} // namespace ulpscope
