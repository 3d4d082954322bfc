// SPDX-License-Identifier: GPL-3.0-or-later
// Layers that draw in training. A draw is keyed by (seed, layer, step, element), so that every lane has the same.
#pragma once

#include "engine/layer/layer.h"
#include "engine/layer/layer_formula.h"

namespace ulpscope {

// Dropout: in training, an element is zero with probability `rate`, else x / (1 - rate). The draw is keyed by
// (seed, layer, step, element), so every lane drops the same elements.
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

// GaussianNoise: in training, noise of standard deviation `stddev` is added, drawn and added in the compute dtype. The draw is
// keyed by (seed, layer, step, element), so every lane has the same noise. x, y: [batch, ...]
// draws_in_float32 is a mistake that custom layers make: the noise is float32 whatever the layer computes in. Adding it to
// another dtype raises, and is refused here with what TensorFlow says.
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

std::optional<graph::Value> dropoutFormula(const LayerCall& call);
std::optional<graph::Value> gaussianNoiseFormula(const LayerCall& call);

} // namespace ulpscope
