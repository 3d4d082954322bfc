// SPDX-License-Identifier: GPL-3.0-or-later
// Layers that change nothing but the shape.
#pragma once

#include "engine/layer/layer.h"
#include "engine/layer/layer_formula.h"

namespace ulpscope {

// InputLayer: the shape of one example. The model puts the batch where its output would be.
class InputLayer : public Layer
{
public:
    using Layer::Layer;
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    void forward(const StepContext&, std::span<const Tensor* const>, Tensor&) override { }
    void backward(const StepContext&, std::span<const Tensor* const>, const Tensor&, const Tensor&,
        std::span<Tensor>) override
    {
    }
};

// The same elements of an example in another shape.
class ShapeChange : public Layer
{
public:
    using Layer::Layer;
    bool castsInputs() const override { return true; } ///< instead of copying what was cast
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;
};

// Flatten: [batch, a, b, ...] to [batch, a b ...].
class Flatten : public ShapeChange
{
public:
    using ShapeChange::ShapeChange;
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
};

// Reshape: to [batch, target_shape...]. One extent may be -1: what is left.
class Reshape : public ShapeChange
{
public:
    using ShapeChange::ShapeChange;
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
};

/// Flatten and Reshape: the same elements in the output's shape.
std::optional<graph::Value> reshapeFormula(const LayerCall& call);

} // namespace ulpscope
