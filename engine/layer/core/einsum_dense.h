// SPDX-License-Identifier: GPL-3.0-or-later
// EinsumDense: y = activation(einsum(equation, x, W) + b), for every equation of Keras' (einsum_equation.h). Permuted, it is a
// Dense on matrices, or one for each element of the axes that input, kernel and output share; the float8 and integer
// calls are Dense's. "abc,cde->abde": x [batch, T, in], W [in, heads, dim], b [heads, dim], y [batch, T, heads, dim]
#pragma once

#include "engine/layer/core/dense.h"
#include "engine/layer/support/axes_last.h"
#include "engine/layer/support/einsum_equation.h"

#include <memory>

namespace ulpscope {

class EinsumDense : public Layer
{
public:
    explicit EinsumDense(LayerOptions layerOptions);

    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    Index weightCount(std::span<const Shape> inputs) const override;
    Index multiplyAdds(std::span<const Shape> inputs) const override;
    void build(std::span<const Shape> inputs, Arithmetic& arithmetic) override;
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;
    double penalty() const override { return m_penalty; }
    bool sendsProduct() const override
    {
        return m_isPlainInput && (m_product.contracted > 1 || m_product.units == 1); // as Dense
    }
    std::span<Variable> variables() override { return m_variables; }
    std::vector<std::string> variableNames() const override;
    std::span<const TensorScaling> scalings() const override;
    void saveScalings(std::vector<TensorScaling>& kept) const override;
    void restoreScalings(std::span<const TensorScaling> kept) override;
    bool nextScalingIsFinite() const override;
    void commitScaling(StepOutcome outcome) override;

private:
    /// A product of its own: [rows, contracted] [contracted, units].
    struct Piece
    {
        std::unique_ptr<Dense> dense; ///< linear, without a bias
        Tensor input; ///< unused where there is one piece
        Tensor output;
        Tensor gradient;
        Tensor inputGradient;
    };

    Result<EinsumProduct> product(const Shape& input) const;
    bool hasBias() const { return !options().config.text("bias_axes").empty(); }
    Tensor& kernelOf(Piece& piece) const { return piece.dense->variables()[0].value; }
    /// Whether the kernel is one matrix as it is stored. It is then lent to the piece for the time of a call.
    bool isPlainKernel() const { return m_isPlainKernel; }
    void lendKernel();
    void takeKernelBack();
    void takeKernelGradient();

    /// A piece's input. Dense goes by its axes: only a product with no rows but the batch's is one of matrices to XLA.
    Shape operand(Index rows) const;
    /// The input as [pieces, rows, contracted], and the other way.
    void permuteInput(Arithmetic& arithmetic, const Tensor& x);
    void permuteInputGradient(const Shape& shape, Tensor& out);
    void multiply(const StepContext& context, Tensor& result);
    void addBias(Arithmetic& arithmetic, Tensor& output);
    void differentiateBias(const StepContext& context, const Tensor& gradient);

    ActivationState m_activation;
    Penalties m_penalties;
    double m_penalty = 0;
    EinsumProduct m_product;
    bool m_isPlainKernel = true;
    bool m_isPlainInput = true; ///< the product's gradient of the input is that as it comes
    bool m_isPlainOutput = true; ///< the products' results are the output as they come
    AxesLast m_biasAxes;
    std::vector<Piece> m_pieces;
    std::vector<Variable> m_variables; ///< kernel, bias, as Keras has them

    Tensor m_permuted; ///< [summed, pieces, rows, contracted]
    Tensor m_input; ///< [pieces rows, contracted]
    Tensor m_result; ///< [pieces rows, units]
    Tensor m_gradient; ///< the same
    Tensor m_inputGradient; ///< [pieces rows, contracted]
    Tensor m_repeated; ///< where the input is summed
    Tensor m_kernel; ///< [pieces, contracted, units], of a kernel that is not plain
    Tensor m_bias;
    Tensor m_moved; ///< what is added to the bias' axes
};

std::optional<graph::Value> einsumDenseFormula(const LayerCall& call);

} // namespace ulpscope
