// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/core/activation_layer.h"

#include "engine/graph/functions.h"
#include "engine/layer/layer_call.h"

namespace ulpscope {

Activation::Activation(LayerOptions layerOptions)
    : Layer(std::move(layerOptions))
    , m_function(options().config.text("activation"))
{
}

Result<Shape> Activation::outputShape(std::span<const Shape> inputs) const
{
    return inputs[0];
}

void Activation::forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    unary(context.arithmetic, Unary::Copy, *inputs[0], output);
    m_function.apply(context.arithmetic, output);
}

void Activation::backward(const StepContext& context, std::span<const Tensor* const>, const Tensor& output,
    const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    if (!inputGradients.empty())
        unary(context.arithmetic, Unary::Copy,
            m_function.gradient(context.arithmetic, output, outputGradient), inputGradients[0]);
}

std::optional<graph::Value> activationFormula(const LayerCall& call)
{
    return graph::activation(call.config().text("activation"), call.inputs[0]);
}

} // namespace ulpscope
