// SPDX-License-Identifier: GPL-3.0-or-later
// Concatenate: inputs side by side along an axis other than the batch; their other extents agree.
#pragma once

#include "engine/layer/layer.h"

namespace ulpscope {

class Concatenate : public Layer
{
public:
    using Layer::Layer;
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;
};

} // namespace ulpscope
