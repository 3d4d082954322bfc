// SPDX-License-Identifier: GPL-3.0-or-later
// Activation functions as layers.
#pragma once

#include "engine/layer/layer.h"
#include "engine/layer/layer_formula.h"
#include "engine/layer/support/activations.h"
#include "engine/layer/support/axes_last.h"

namespace ulpscope {

// Activation: an activation function as a layer of its own.
class Activation : public Layer
{
public:
    explicit Activation(LayerOptions layerOptions);
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;

private:
    ActivationState m_function;
};

// Softmax over one axis or several, in the compute dtype; the batch may be among them. Over several it is
// exp(x - logsumexp(x)), as in Keras. With a causal mask, scores above the diagonal of the last two axes are filled with -3e4
// in float16 and -1e9 elsewhere before, and their outputs are set to zero after, as Keras does.
class Softmax : public Layer
{
public:
    using Layer::Layer;
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    void build(std::span<const Shape> inputs, Arithmetic& arithmetic) override;
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;

private:
    void makeMask(const Shape& shape, const Format& format);
    /// out = softmax(x) along the axes, without a mask.
    void distribute(Arithmetic& arithmetic, const Tensor& x, Tensor& out);
    void logSumExp(Arithmetic& arithmetic);
    /// out: the gradient of x from that of y = softmax(x), after distribute().
    void differentiate(Arithmetic& arithmetic, const Tensor& x, const Tensor& outputGradient, Tensor& out);
    void differentiateSeveral(Arithmetic& arithmetic, const Shape& shape);

    /// Whether it is one activation of the last axis, rounded once.
    bool roundsOnce(const Arithmetic& arithmetic) const;

    AxesLast m_axes;
    ActivationState m_activation{"softmax"}; ///< where it rounds once
    Tensor m_mask; ///< 1 where a score is kept, else 0
    Tensor m_fill; ///< 0 where a score is kept, else a large negative number
    Tensor m_masked; ///< the input, masked
    Tensor m_kept;
    Tensor m_softmax; ///< before masked outputs are zeroed
    // Where axes are moved:
    Tensor m_x;
    Tensor m_y;
    Tensor m_gradient;
    Tensor m_inputGradient;
    // With several axes, shaped [axes, others]:
    Tensor m_shifted; ///< exp(x - maxima)
    Tensor m_sums; ///< of these: [others]
    Tensor m_row; ///< [others]
    Tensor m_rows; ///< the row repeated
};

std::optional<graph::Value> activationFormula(const LayerCall& call);
std::optional<graph::Value> softmaxFormula(const LayerCall& call);

} // namespace ulpscope
