// SPDX-License-Identifier: GPL-3.0-or-later
// The first product of attention, part of MultiHeadAttention. query: [batch, T, heads, key_dim]
// key: [batch, S, heads, key_dim]   y: [batch, heads, T, S] = query key^T / sqrt(key_dim)
#pragma once

#include "engine/layer/layer.h"

namespace ulpscope {

class AttentionScores : public Layer
{
public:
    using Layer::Layer;
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    Index multiplyAdds(std::span<const Shape> inputs) const override
    {
        return inputs[0].elements() * inputs[1][0]; // each query's heads with each of the keys
    }
    /// Keras' einsum is no layer: the query is scaled in its own dtype before the two are promoted to one.
    bool autocast() const override { return false; }
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;

private:
    double scaleIn(const Format& format) const;

    Tensor m_scaled; ///< the query, times 1 / sqrt(key_dim) if that comes first
    Tensor m_query; ///< in the compute dtype, [batch, heads, T, key_dim]
    Tensor m_key;
    Tensor m_cast;
    Tensor m_product;
    Tensor m_gradient;
};

} // namespace ulpscope
