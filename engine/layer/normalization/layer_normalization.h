// SPDX-License-Identifier: GPL-3.0-or-later
// Normalizations of an example over its last axes.
#pragma once

#include "engine/layer/normalization/normalization.h"
#include "engine/tensor/normalize.h"

namespace ulpscope {

// LayerNormalization: mean 0 and variance 1 along one axis or several. The input is not cast to the compute dtype first;
// gamma and beta stay in the variable dtype, the mathematics is in at least float32, the result is cast to the input's
// dtype and then to the compute dtype (keras/src/ops/nn.py, layer_normalization).
class LayerNormalization : public Normalization
{
public:
    using Normalization::Normalization;
    bool autocast() const override { return false; }
    bool castsVariables() const override { return false; }

protected:
    void normalize(const StepContext& context, const Tensor& x, Tensor& output) override;
    void differentiate(const StepContext& context, const Tensor& x, const Tensor& outputGradient,
        Tensor* inputGradient) override;

private:
    Tensor m_gamma;
    Tensor m_beta;
    Tensor m_normalized;
    Tensor m_rounded;
    Tensor m_wideGradient;
    NormalizationGradients m_gradients;
};

// RMSNormalization over the last axis or the last few: y = x / sqrt(mean(x^2) + epsilon) scale, in at least float32 and
// rounded to the compute dtype at the end. Unlike LayerNormalization's, input and scale are cast to the compute dtype first
// (keras/src/layers/normalization/rms_normalization.py). Other axes are refused: there Keras multiplies by a scale that
// lies along the last one. x, y: [batch, ..., features]   scale: [features], of several axes [extent, extent...]
class RMSNormalization : public Normalization
{
public:
    using Normalization::Normalization;
    Result<Shape> outputShape(std::span<const Shape> inputs) const override;
    std::vector<std::string> variableNames() const override { return {"scale"}; }

protected:
    void normalize(const StepContext& context, const Tensor& x, Tensor& output) override;
    void differentiate(const StepContext& context, const Tensor& x, const Tensor& outputGradient,
        Tensor* inputGradient) override;

private:
    const Tensor& wideScale(Arithmetic& arithmetic, const Format& wide);

    Tensor m_scale; ///< in the compute dtype
    Tensor m_wideScale;
    Tensor m_normalized;
    Tensor m_wideGradient;
    Tensor m_gradient;
    Tensor m_scaleGradient;
};

} // namespace ulpscope
