// SPDX-License-Identifier: GPL-3.0-or-later
// RMSNormalization over the last axis or the last few: y = x / sqrt(mean(x^2) + epsilon) scale, in at least float32 and
// rounded to the compute dtype at the end. Unlike LayerNormalization's, input and scale are cast to the compute dtype first
// (keras/src/layers/normalization/rms_normalization.py). Other axes are refused: there Keras multiplies by a scale that
// lies along the last one. x, y: [batch, ..., features]   scale: [features], of several axes [extent, extent...]
#pragma once

#include "engine/layer/normalization/normalization.h"
#include "engine/tensor/normalize.h"

namespace ulpscope {

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
