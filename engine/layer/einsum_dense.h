// SPDX-License-Identifier: GPL-3.0-or-later
// EinsumDense: y = activation(einsum(equation, x, W) + b), for equations that are one matrix product on reshaped
// tensors (einsum_equation.h). The product, its float8 call and the bias are Dense's.
// "abc,cde->abde": x [batch, T, in], W [in, heads, dim], b [heads, dim], y [batch, T, heads, dim]
#pragma once

#include "engine/layer/dense.h"
#include "engine/layer/einsum_equation.h"

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
    std::span<Variable> variables() override;
    std::vector<std::string> variableNames() const override;
    std::span<const TensorScaling> scalings() const override;
    void restoreScalings(std::span<const TensorScaling> kept) override { m_dense->restoreScalings(kept); }
    bool nextScalingIsFinite() const override { return m_dense->nextScalingIsFinite(); }
    void commitScaling(StepOutcome outcome) override { m_dense->commitScaling(outcome); }

private:
    Result<EinsumProduct> product(const Shape& input) const;
    bool hasBias() const { return !options().config.text("bias_axes").empty(); }
    /// The variables as Dense wants them, and as Keras has them.
    void useMatrixShapes();
    void useKerasShapes();

    AppliedActivation m_activation;
    std::unique_ptr<Dense> m_dense; ///< linear; made by build()
    EinsumProduct m_product;
    Tensor m_matrix; ///< the input as [rows, contracted]
    Tensor m_gradientMatrix; ///< the same as [rows, units]
};

} // namespace ulpscope
