// SPDX-License-Identifier: GPL-3.0-or-later
// Conv2D and DepthwiseConv2D, as matrix products of unfolded images: y = activation(columns(x) W + b).
// x: [batch, height, width, channels]   y: [batch, out height, out width, filters]   b: [filters]
// W of Conv2D: [kernel height, kernel width, channels / groups, filters]
// W of DepthwiseConv2D: [kernel height, kernel width, channels, depth_multiplier]: as many groups as channels
// The three products are those of Dense: forward columns(x) W, weight gradient columns(x)^T dy, input gradient
// columns'(dy) W', where each input pixel sees the outputs that saw it and W' is the kernel turned round. Each is summed at
// once and rounded once, as XLA does on a CPU. Blocks of an operand lie along taps and channels.
#pragma once

#include "engine/kernels/kernel_arguments.h"
#include "engine/layer/layer_formula.h"
#include "engine/layer/product.h"
#include "engine/layer/support/activations.h"
#include "engine/layer/support/regularizer.h"

namespace ulpscope {

class Conv2D : public Layer
{
public:
    explicit Conv2D(LayerOptions layerOptions);

    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    Index weightCount(std::span<const Shape> inputs) const override;
    Index workCount(std::span<const Shape> inputs) const override;
    Index multiplyAdds(std::span<const Shape> inputs) const override;
    void build(std::span<const Shape> inputs, Arithmetic& arithmetic) override;
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;
    double penalty() const override { return m_penalty; }
    std::span<Variable> variables() override { return m_variables; }
    std::vector<std::string> variableNames() const override;

private:
    /// How channels and filters are divided.
    struct Groups
    {
        Index count;
        Index channels; ///< of one group
        Index filters;
        Shape kernel; ///< the variable's
    };
    /// One group's part of the layer, kept between steps.
    struct Group
    {
        Product forward;
        Product inputGradient;
        Product weightGradient;
        Tensor arrivedColumns; ///< of the input as it arrived, where an override rounds it
        Tensor policyColumns;
        Tensor storedKernel; ///< where there are several groups: its filters
        Tensor policyKernel;
        Tensor storedFlipped;
        Tensor policyFlipped;
        Tensor upstream; ///< where there are several groups: its filters' gradients
        Tensor columns; ///< of the output gradient
        Tensor result; ///< where there are several groups
    };

    Result<Window2D> window(const Shape& input) const;
    Groups groupsFor(Index channels) const;
    Operand columns(const Group& group) const;
    Operand kernel(Group& group, std::size_t index);
    /// Whether the bias is added to the product before that is rounded; then by productAndBias().
    bool addsBiasToSum(const Arithmetic& arithmetic) const;
    void productAndBias(Arithmetic& arithmetic, Tensor& output);
    /// Whether the kernel's gradient, which the optimizer takes as float32, is not rounded before: XLA on a CPU computes a
    /// convolution in float32, while a matrix product or one of groups leaves its routine in bfloat16.
    bool keepsGradientUnrounded(const Arithmetic& arithmetic) const;
    void multiplyForward(const StepContext& context, Group& group, std::size_t index, Tensor& output);
    void multiplyBackward(const StepContext& context, Group& group, std::size_t index, const Tensor& gradient,
        Tensor* inputGradient);

    bool m_isDepthwise;
    bool m_useBias;
    ActivationState m_activation;
    Penalties m_penalties;
    double m_penalty = 0;
    std::vector<Variable> m_variables; ///< kernel, bias
    Window2D m_window;
    Groups m_groups{};
    std::vector<Group> m_parts;
    const Tensor* m_policyInput = nullptr; ///< set by forward()
    const Tensor* m_policyKernel = nullptr;

    Tensor m_input; ///< in the compute dtype, where it arrived in another
    Tensor m_kernel;
    Tensor m_bias;
    Tensor m_wideBias; ///< these two: where the bias is added to the product before that is rounded
    Tensor m_sum;
    Tensor m_spread; ///< the output gradient with zeros between, where strides skip inputs
};

/// Both classes'.
std::optional<graph::Value> convolutionFormula(const LayerCall& call);

} // namespace ulpscope
