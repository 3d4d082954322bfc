// SPDX-License-Identifier: GPL-3.0-or-later
// The second product of attention, part of MultiHeadAttention. probabilities: [batch, heads, T, S]
// value: [batch, S, heads, value_dim]   y: [batch, T, heads, value_dim]
#pragma once

#include "engine/layer/layer.h"

namespace ulpscope {

class AttentionContext : public Layer
{
public:
    using Layer::Layer;
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    Index multiplyAdds(std::span<const Shape> inputs) const override
    {
        return inputs[0].elements() * inputs[1].last();
    }
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;

private:
    /// Tells a watch that m_product lies in `to`.
    void tellMoved(const Arithmetic& arithmetic, const Tensor& to) const;

    Tensor m_value; ///< [batch, heads, S, value_dim]
    Tensor m_product; ///< [batch, heads, T, value_dim]
    Tensor m_gradient;
};

} // namespace ulpscope
