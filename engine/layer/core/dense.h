// SPDX-License-Identifier: GPL-3.0-or-later
// Dense: y = activation(x W + b).   x: [batch, ..., in]   W: [in, units]   b: [units]   y: [batch, ..., units]
// With a float8 policy as Keras' Dense does (keras/src/layers/core/dense.py, _float8_call): x and W go through e4m3fn,
// the output gradient through e5m2, each with the scale stored the step before. With an int8 or int4 policy as after Keras'
// layer.quantize(): W stays as numbers, which do not train, and the products are of the integers made of them (_int8_call,
// _int4_call).
#pragma once

#include "engine/layer/layer_formula.h"
#include "engine/layer/product.h"
#include "engine/layer/support/activations.h"
#include "engine/layer/support/regularizer.h"
#include "engine/tensor/integer_kernel.h"

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

    /// A product into one column keeps its reshape under XLA, unless it is one with a number.
    bool sendsProduct() const override
    {
        const Tensor& kernel = m_variables[0].value;
        return kernel.rows() > 1 || kernel.columns() == 1;
    }
    const Tensor* unroundedOutput() const override { return m_unrounded.isEmpty() ? nullptr : &m_unrounded; }

    /// A bias as it is added to an output of this format; what it had to be cast to lies in `storage`.
    const Tensor& roundedBias(
        Arithmetic& arithmetic, const Tensor& bias, const Format& format, Tensor& storage);
    /// Sums of an output gradient become the bias' gradient: what roundedBias() rounds to is what this comes back through.
    void roundBiasGradient(Arithmetic& arithmetic, Tensor& gradient);

private:
    void addBias(const StepContext& context, Tensor& output);
    /// Whether the bias is added to the product before that is rounded.
    bool addsBiasToSum(const Arithmetic& arithmetic) const;
    void productAndBias(Arithmetic& arithmetic, Tensor& output);
    /// Whether XLA makes the gradient of a matrix of one number a float32 sum of products, whose rounding it then drops.
    bool sumsKernelGradient(const Arithmetic& arithmetic, const Tensor& arrived) const;
    void sumKernelGradient(Arithmetic& arithmetic, const Tensor& x, const Tensor& gradient);
    /// x through the float8 format with the scale of its slot, which sees the amax. underPolicy: x in the compute dtype.
    const Tensor& scaled(const StepContext& context, std::size_t slot, const Tensor& source,
        const Tensor* underPolicy, Tensor& storage);
    /// What the policy makes of input and kernel for the products that override neither.
    void takeOperands(const StepContext& context, const Tensor& arrived);
    bool isDelayed() const { return numerics().scaling && numerics().scaling->kind == ScalingKind::Delayed; }
    void makeScalings();
    /// The scales that a product took from the tensors themselves.
    void observeCurrent(std::size_t slot, const Product& product, bool isLeft);

    void integerForward(Arithmetic& arithmetic, const Tensor& x, Tensor& output);
    void ternaryInputGradient(Arithmetic& arithmetic, const Tensor& gradient, Tensor& inputGradient);
    /// The same with where each came from.
    Operand input(const Tensor& arrived) const { return {&arrived, m_policyInput}; }
    Operand kernel() const { return {&m_variables[0].value, m_policyKernel}; }

    ActivationState m_activation;
    bool m_useBias;
    std::vector<Variable> m_variables; ///< kernel, bias
    Penalties m_penalties;
    double m_penalty = 0;
    std::vector<TensorScaling> m_scalings; ///< of the slots that have one scale for the tensor
    std::array<int, 3> m_slots{-1, -1, -1}; ///< where each slot's scaling is in there; -1: nowhere

    Product m_forward;
    Product m_inputGradient;
    Product m_weightGradient;
    const Tensor* m_policyInput = nullptr; ///< null where both products that it is in override it
    const Tensor* m_policyKernel = nullptr;

    Tensor m_input; ///< in the compute dtype, where it arrived in another
    Tensor m_kernel; ///< in the compute dtype
    Tensor m_products; ///< of which the gradient of a kernel of one number is the sum
    Tensor m_factors;
    Tensor m_wideBias; ///< in the unrounded output's format
    Tensor m_sum; ///< the product before it is rounded, where the bias is added to that
    Tensor m_unrounded; ///< empty where the last forward pass was not to keep it
    Tensor m_bias;
    Tensor m_divided; ///< x / scale on its way to float8
    Tensor m_float8;
    Tensor m_quantizedInput;
    Tensor m_quantizedKernel;
    Tensor m_quantizedGradient;

    Tensor m_quantizedFrom; ///< of an integer kernel: the numbers that the codes were made of
    IntegerCodes m_codes;
    Tensor
        m_floatKernel; ///< what the codes stand for, in the compute dtype; of ternary ones where they are 1
    Tensor m_negativeKernel; ///< of ternary codes: where they are -1
    Tensor m_negativeProduct;
    Tensor m_kernelScales; ///< [1, units] in the compute dtype
    Tensor m_inputCodes;
    Tensor m_inputScales; ///< [rows, 1]
    Tensor m_outputScales; ///< [rows, units]
};

std::optional<graph::Value> denseFormula(const LayerCall& call);

} // namespace ulpscope
