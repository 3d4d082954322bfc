// SPDX-License-Identifier: GPL-3.0-or-later
// GlobalAveragePooling1D: the mean over the steps of a sequence, as Keras' mean does in at least float32 and rounded
// to the compute dtype at the end. x: [batch, steps, features]   y: [batch, features]
#pragma once

#include "engine/layer/layer.h"

namespace ulpscope {

class GlobalAveragePooling1D : public Layer
{
public:
    using Layer::Layer;
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;

private:
    Tensor m_wide; ///< x in at least float32
    Tensor m_steps; ///< one example's [steps, features]
    Tensor m_mean;
    Tensor m_means;
};

} // namespace ulpscope
