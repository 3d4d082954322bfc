// SPDX-License-Identifier: GPL-3.0-or-later
// A layer's activation: the function with what its gradient needs of the forward pass.
#pragma once

#include "engine/layer/support/activation_catalog.h"

namespace ulpscope {

class ActivationState
{
public:
    /// A contract that the name is in the catalog.
    explicit ActivationState(std::string_view name)
        : m_function(activationFunction(name))
    {
    }

    /// Whether it changes nothing.
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
