// SPDX-License-Identifier: GPL-3.0-or-later
// Layers that make one number of a window, or of a whole image.
#pragma once

#include "engine/kernels/kernel_arguments.h"
#include "engine/layer/layer.h"
#include "engine/layer/layer_formula.h"

namespace ulpscope {

/// MaxPooling2D's and AveragePooling2D's.
Result<Shape> poolingShape(const Config& config, std::span<const Shape> inputs);

// AveragePooling2D. x: [batch, height, width, channels]   y: [batch, out height, out width, channels]
// The average is a sum tap by tap, each addition rounded to the compute dtype, divided by how many inputs the window sees, as
// the JAX backend has it; with padding "same" a window at the rim sees fewer.
class AveragePooling2D : public Layer
{
public:
    using Layer::Layer;
    Result<Shape> outputShape(std::span<const Shape> inputs) const override
    {
        return poolingShape(options().config, inputs);
    }
    void build(std::span<const Shape> inputs, Arithmetic& arithmetic) override;
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;

private:
    Window2D& windowFor(const Tensor& input);
    /// x /= how many inputs each output's window sees.
    void divideByCounts(const StepContext& context, const Window2D& window, Tensor& x);

    Window2D m_window;
    Tensor m_counts; ///< like the output; empty where all are the same
    Tensor m_divided;
    Tensor m_spread;
    Tensor m_row;
};

// GlobalAveragePooling1D and 2D: the mean over the steps of a sequence or the pixels of an image, as Keras' mean does in at
// least float32 and rounded to the compute dtype at the end.
// x: [batch, steps, features] or [batch, height, width, features]   y: [batch, features], with keepdims ones between
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

std::optional<graph::Value> maxPoolingFormula(const LayerCall& call);
std::optional<graph::Value> averagePoolingFormula(const LayerCall& call);
/// Both classes'.
std::optional<graph::Value> globalAveragePoolingFormula(const LayerCall& call);

} // namespace ulpscope
