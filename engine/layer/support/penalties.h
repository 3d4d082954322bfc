// SPDX-License-Identifier: GPL-3.0-or-later
// The regularizers of a layer: of its variables, in their dtype, and of its output, in the output's and divided by the
// batch size, as Keras adds them to the loss.
#pragma once

#include "engine/layer/layer.h"
#include "engine/layer/support/regularizer.h"

namespace ulpscope {

class Penalties
{
public:
    /// keys: a parameter for each variable, in their order; beside them "activity_regularizer", if the layer has it.
    Penalties(const Config& config, const std::vector<const char*>& keys);

    /// Whether every parameter that ends in "_regularizer" is one.
    static Status check(const Config& config);

    /// What they add to the loss.
    double evaluate(Arithmetic& arithmetic, std::span<const Variable> variables, const Tensor& output) const;
    // JAX goes backward, and a sum is rounded after each part: an output's penalties were computed before the layers that follow,
    // those of variables after all layers.
    /// The output's gradient and then the activity regularizer's parts; `gradient` itself if there is none.
    const Tensor& outputGradient(const StepContext& context, const Tensor& output, const Tensor& gradient);
    /// The variables' parts, and their sum in their gradients, which then are in the variable dtype.
    void addToGradients(const StepContext& context, std::span<Variable> variables) const;

private:
    std::vector<Regularizer> m_ofVariables;
    Regularizer m_ofOutput;
    Tensor m_output; ///< in the gradient's dtype, where it has another
    Tensor m_gradient;
};

} // namespace ulpscope
