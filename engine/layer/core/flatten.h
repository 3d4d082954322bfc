// SPDX-License-Identifier: GPL-3.0-or-later
// Flatten: [batch, a, b, ...] to [batch, a b ...].
#pragma once

#include "engine/layer/layer.h"
#include "engine/layer/layer_formula.h"

namespace ulpscope {

class Flatten : public Layer
{
public:
    using Layer::Layer;
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    bool castsInputs() const override { return true; } ///< instead of copying what was cast
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;
};

/// Of Reshape too: the same elements in the output's shape.
std::optional<graph::Value> reshapeFormula(const LayerCall& call);

} // namespace ulpscope
