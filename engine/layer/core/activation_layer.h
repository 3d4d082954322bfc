// SPDX-License-Identifier: GPL-3.0-or-later
// Activation: an activation function as a layer of its own.
#pragma once

#include "engine/layer/layer.h"
#include "engine/layer/layer_formula.h"
#include "engine/layer/support/activation_state.h"

namespace ulpscope {

class Activation : public Layer
{
public:
    explicit Activation(LayerOptions layerOptions);
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;

private:
    ActivationState m_function;
};

std::optional<graph::Value> activationFormula(const LayerCall& call);

} // namespace ulpscope
