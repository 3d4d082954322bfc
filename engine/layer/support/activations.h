// SPDX-License-Identifier: GPL-3.0-or-later
// Activation functions, and what a layer keeps of one between its passes.
#pragma once

#include "engine/tensor/ops.h"

#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

// Activation functions by Keras' names, applied by Dense and Activation.
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

// A layer's activation: the function with what its gradient needs of the forward pass.
class ActivationState
{
public:
    /// A contract that the name is in the catalog.
    explicit ActivationState(std::string_view name)
        : m_function(activationFunction(name))
    {
    }

    /// Whether the activation is the identity.
    bool isLinear() const { return m_function.name == activationFunctions().front().name; }

    /// In place, in the values' format.
    void apply(Arithmetic& arithmetic, Tensor& values);

    /// The gradient of what apply() was given last, in outputGradient's format. output: what it made of it.
    /// The result is outputGradient itself for linear, and else valid until the next call.
    const Tensor& gradient(Arithmetic& arithmetic, const Tensor& output, const Tensor& outputGradient);

private:
    bool roundsOnce(const Arithmetic& arithmetic, const Format& format) const;
    const Tensor& gradientRoundedOnce(
        Arithmetic& arithmetic, const Tensor& output, const Tensor& outputGradient);

    const ActivationFunction& m_function;
    Tensor m_input; ///< where the function's gradient needs it
    Tensor m_castInput; ///< input and output in the gradient's format, where they have another
    Tensor m_castOutput;
    Tensor m_castGradient; ///< the output's, where all is computed in the carrier's format
    Tensor m_wide; ///< there: the values, and the gradient before it is rounded
    Tensor m_gradient;
};

} // namespace ulpscope
