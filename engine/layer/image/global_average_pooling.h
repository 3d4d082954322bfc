// SPDX-License-Identifier: GPL-3.0-or-later
// GlobalAveragePooling1D and 2D: the mean over the steps of a sequence or the pixels of an image, as Keras' mean does in at
// least float32 and rounded to the compute dtype at the end.
// x: [batch, steps, features] or [batch, height, width, features]   y: [batch, features], with keepdims ones between
#pragma once

#include "engine/layer/layer.h"

namespace ulpscope {

class GlobalAveragePooling : public Layer
{
public:
    GlobalAveragePooling(LayerOptions layerOptions, int axes);
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;

private:
    int m_axes; ///< how many are averaged over
    Tensor m_wide; ///< x in at least float32
    Tensor m_steps; ///< one example's [steps, features]
    Tensor m_mean;
    Tensor m_means;
};

} // namespace ulpscope
