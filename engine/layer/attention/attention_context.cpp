// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/attention/attention_context.h"

#include "engine/tensor/layout_ops.h"
#include "engine/tensor/nonfinite_watch.h"

namespace ulpscope {

Result<Shape> AttentionContext::outputShape(std::span<const Shape> inputs) const
{
    return Shape{inputs[0][1], inputs[1][1], inputs[1][2]};
}

void AttentionContext::forward(
    const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    swapMiddleAxes(*inputs[1], m_value);
    batchedMatmul(context.arithmetic, *inputs[0], m_value, Transpose::None, m_product);
    swapMiddleAxes(m_product, output);
    tellMoved(context.arithmetic, output);
}

void AttentionContext::backward(const StepContext& context, std::span<const Tensor* const> inputs,
    const Tensor&, const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    if (inputGradients.empty())
        return;
    swapMiddleAxes(outputGradient, m_gradient);
    batchedMatmul(context.arithmetic, m_gradient, m_value, Transpose::B, inputGradients[0]);
    batchedMatmul(context.arithmetic, *inputs[0], m_gradient, Transpose::A, m_product);
    swapMiddleAxes(m_product, inputGradients[1]);
    tellMoved(context.arithmetic, inputGradients[1]);
}

void AttentionContext::tellMoved(const Arithmetic& arithmetic, const Tensor& to) const
{
    if (arithmetic.watch() != nullptr)
        arithmetic.watch()->moved(arithmetic, m_product, to,
            [&](Index element) { return middleAxesSwapped(m_product.shape(), element); });
}

} // namespace ulpscope
