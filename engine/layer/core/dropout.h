// SPDX-License-Identifier: GPL-3.0-or-later
// Dropout: in training, an element is zero with probability `rate`, else x / (1 - rate). The draw is keyed by
// (seed, layer, step, element), so every lane drops the same elements.
#pragma once

#include "engine/layer/layer.h"

namespace ulpscope {

class Dropout : public Layer
{
public:
    using Layer::Layer;
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;

private:
    void scaleAndMask(const StepContext& context, const Tensor& in, Tensor& out);
    Tensor m_mask; ///< 1 where an element is kept, else 0
    Tensor m_scaled;
};

} // namespace ulpscope
