// SPDX-License-Identifier: GPL-3.0-or-later
// Layers that make one tensor of several.
#pragma once

#include "engine/layer/layer.h"
#include "engine/layer/layer_formula.h"

namespace ulpscope {

// Add: the sum of two or more inputs of one shape, left to right, rounded after each addition.
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
/// Concatenate: inputs side by side along an axis other than the batch; their other extents agree.
Result<Shape> concatenateShape(const Config& config, std::span<const Shape> inputs);
std::optional<graph::Value> concatenateFormula(const LayerCall& call);
/// Multiply is its formula alone: the product of two or more inputs of one shape.
std::optional<graph::Value> multiplyFormula(const LayerCall& call);

} // namespace ulpscope
