// SPDX-License-Identifier: GPL-3.0-or-later
// Activation functions, and what a layer keeps of one between its passes.
#pragma once

#include "engine/graph/lowering.h"
#include "engine/tensor/ops.h"

#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

// Activation functions by Keras' names, applied by Dense and Activation; what they compute is in graph/functions.h.
struct ActivationFunction
{
    std::string name; ///< "relu"
    std::string_view torch = {}; ///< "torch.tanh({x})"; empty: none is known
    /// The gradient from the output as it is stored, where PyTorch takes that and Keras the input; null: both take the same.
    void (*gradientOfOutput)(
        Arithmetic& arithmetic, const Tensor& output, const Tensor& gradient, Tensor& out)
        = nullptr;
    /// Whether PyTorch on a CPU rounds each operation of the gradient in float16, though not in bfloat16.
    bool roundsEachInFloat16 = false;
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
    explicit ActivationState(std::string_view name);

    /// Whether the activation is the identity.
    bool isLinear() const { return m_function.name == activationFunctions().front().name; }

    /// In place, in the values' format.
    void apply(Arithmetic& arithmetic, Tensor& values);

    /// The gradient of what apply() was given last, in outputGradient's format. output: what it made of it.
    /// The result is outputGradient itself for linear, and else valid until the next call.
    const Tensor& gradient(Arithmetic& arithmetic, const Tensor& output, const Tensor& outputGradient);

private:
    /// The function and its gradient as loops over elements of one format.
    struct Loops
    {
        enum Operand : std::uint8_t { Input, Output, Gradient };

        const Format* format;
        graph::Chain value;
        graph::Chain gradient;
        std::vector<Operand> read; ///< by the gradient, in the order of its inputs

        Loops(const std::string& name, const Format& format);
    };

    bool isSoftmax() const { return m_function.name == "softmax"; }
    bool roundsOnce(const Arithmetic& arithmetic, const Format& format) const;
    const Loops& loopsIn(const Format& format);
    void applyIn(Arithmetic& arithmetic, Tensor& values);
    void differentiate(Arithmetic& arithmetic, const Tensor* input, const Tensor& output,
        const Tensor& outputGradient, Tensor& out);
    const Tensor& gradientRoundedOnce(
        Arithmetic& arithmetic, const Tensor& output, const Tensor& outputGradient);

    const ActivationFunction& m_function;
    std::vector<Loops> m_loops; ///< of each format that was met
    bool m_needsInput = false; ///< the gradient is a function of the input
    Tensor m_input; ///< where the function's gradient needs it
    Tensor m_castInput; ///< input and output in the gradient's format, where they have another
    Tensor m_castOutput;
    Tensor m_castGradient; ///< the output's, where all is computed in the carrier's format
    Tensor m_wide; ///< there: the values, and the gradient before it is rounded
    Tensor m_gradient;
};

} // namespace ulpscope
