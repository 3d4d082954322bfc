// SPDX-License-Identifier: GPL-3.0-or-later
// GaussianNoise: in training, noise of standard deviation `stddev` is added, drawn and added in the compute dtype. The draw is
// keyed by (seed, layer, step, element), so every lane has the same noise. x, y: [batch, ...]
// draws_in_float32 is a mistake that custom layers make: the noise is float32 whatever the layer computes in. Adding it to
// another dtype raises, and is refused here with what TensorFlow says.
#pragma once

#include "engine/layer/layer.h"

namespace ulpscope {

class GaussianNoise : public Layer
{
public:
    using Layer::Layer;
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    std::optional<Error> policyProblem() const override;
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;

private:
    Tensor m_noise;
};

} // namespace ulpscope
