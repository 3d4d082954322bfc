// SPDX-License-Identifier: GPL-3.0-or-later
// LayerNormalization over the last axis. The input is not cast to the compute dtype first; gamma and beta stay in the
// variable dtype, the mathematics is in at least float32, the result is cast to the input's dtype and then to the
// compute dtype (keras/src/ops/nn.py, layer_normalization). x, y: [batch, ..., features]   gamma, beta: [features]
#pragma once

#include "engine/layer/layer.h"
#include "engine/tensor/normalize.h"

namespace ulpscope {

class LayerNormalization : public Layer
{
public:
    using Layer::Layer;
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    Index weightCount(std::span<const Shape> inputs) const override;
    void build(std::span<const Shape> inputs, Arithmetic& arithmetic) override;
    bool autocast() const override { return false; }
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;
    std::span<Variable> variables() override { return m_variables; }
    std::vector<std::string> variableNames() const override;
    bool castsVariables() const override { return false; }

private:
    std::vector<Variable> m_variables; ///< gamma, beta
    Tensor m_gamma;
    Tensor m_beta;
    Tensor m_wide; ///< x in at least float32
    Tensor m_normalized;
    Tensor m_rounded;
    Tensor m_wideGradient;
    NormalizationGradients m_gradients;
};

} // namespace ulpscope
