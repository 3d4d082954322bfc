// SPDX-License-Identifier: GPL-3.0-or-later
// RMSNormalization over the last axis: y = x / sqrt(mean(x^2) + epsilon) scale, in at least float32 and rounded to the
// compute dtype at the end. Unlike LayerNormalization's, input and scale are cast to the compute dtype first
// (keras/src/layers/normalization/rms_normalization.py). x, y: [batch, ..., features]   scale: [features]
#pragma once

#include "engine/layer/layer.h"
#include "engine/tensor/normalize.h"

namespace ulpscope {

class RMSNormalization : public Layer
{
public:
    using Layer::Layer;
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    Index weightCount(std::span<const Shape> inputs) const override;
    void build(std::span<const Shape> inputs, Arithmetic& arithmetic) override;
    void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output) override;
    void backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor& output,
        const Tensor& outputGradient, std::span<Tensor> inputGradients) override;
    std::span<Variable> variables() override { return m_variables; }
    std::vector<std::string> variableNames() const override { return {"scale"}; }

private:
    const Tensor& wideScale(Arithmetic& arithmetic, const Format& wide);

    std::vector<Variable> m_variables; ///< scale
    Tensor m_scale; ///< in the compute dtype
    Tensor m_wideScale;
    Tensor m_wide; ///< x in at least float32
    Tensor m_normalized;
    Tensor m_wideGradient;
    Tensor m_inputGradient;
    Tensor m_scaleGradient;
};

} // namespace ulpscope
