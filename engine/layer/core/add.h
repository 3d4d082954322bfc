// SPDX-License-Identifier: GPL-3.0-or-later
// Add: the sum of two or more inputs of one shape, left to right, rounded after each addition.
#pragma once

#include "engine/layer/layer.h"
#include "engine/layer/layer_formula.h"

namespace ulpscope {

class Add : public Layer
{
public:
    using Layer::Layer;
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;
};

std::optional<graph::Value> addFormula(const LayerCall& call);

} // namespace ulpscope
