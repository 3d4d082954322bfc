// SPDX-License-Identifier: GPL-3.0-or-later
// Dense: y = activation(x W + b).   x: [batch, ..., in]   W: [in, units]   b: [units]   y: [batch, ..., units]
// With a float8 policy as Keras' Dense does (keras/src/layers/core/dense.py, _float8_call): x and W go through e4m3fn,
// the output gradient through e5m2, each with the scale stored the step before.
#pragma once

#include "engine/layer/applied_activation.h"
#include "engine/layer/product.h"
#include "engine/layer/regularizer.h"

#include <array>

namespace ulpscope {

class Dense : public Layer
{
public:
    explicit Dense(LayerOptions layerOptions);

    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    Index weightCount(std::span<const Shape> inputs) const override;
    Index multiplyAdds(std::span<const Shape> inputs) const override
    {
        return inputs[0].elements() * options().config.integer("units");
    }
    void build(std::span<const Shape> inputs, Arithmetic& arithmetic) override;
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;
    double penalty() const override { return m_penalty; }
    std::span<Variable> variables() override { return m_variables; }
    std::vector<std::string> variableNames() const override;
    std::span<const TensorScaling> scalings() const override { return m_scalings; }
    void restoreScalings(std::span<const TensorScaling> kept) override;
    bool nextScalingIsFinite() const override;
    void commitScaling(StepOutcome outcome) override;

private:
    const Tensor& quantized(const StepContext& context, std::size_t which, const Tensor& x,
        const Format& format, Tensor& storage);
    /// What the policy makes of input and kernel, set by forward().
    Operand input(const Tensor& arrived) const { return {&arrived, m_policyInput}; }
    Operand kernel() const { return {&m_variables[0].value, m_policyKernel}; }

    void addPenalties(Arithmetic& arithmetic, const Tensor& output);
    /// The weights' penalties in their gradients, which then are in the variable dtype.
    void addPenaltyGradients(const StepContext& context);

    AppliedActivation m_activation;
    bool m_useBias;
    std::vector<Variable> m_variables; ///< kernel, bias
    std::array<Regularizer, 2> m_regularizers; ///< of the same
    Regularizer m_activityRegularizer;
    double m_penalty = 0;
    std::vector<TensorScaling> m_scalings; ///< inputs, kernel, outputs_grad; empty without float8

    Product m_forward;
    Product m_inputGradient;
    Product m_weightGradient;
    const Tensor* m_policyInput = nullptr; ///< null where both products that it is in override it
    const Tensor* m_policyKernel = nullptr;

    Tensor m_input; ///< in the compute dtype, where it arrived in another
    Tensor m_kernel; ///< in the compute dtype
    Tensor m_bias;
    Tensor m_divided; ///< x / scale on its way to float8
    Tensor m_float8;
    Tensor m_quantizedInput;
    Tensor m_quantizedKernel;
    Tensor m_computeOutput; ///< the output in the compute dtype, where it has another and is penalized
    Tensor m_penalizedGradient; ///< with the activity regularizer's part
    Tensor m_quantizedGradient;
};

} // namespace ulpscope
