// SPDX-License-Identifier: GPL-3.0-or-later
// LayerNormalization: mean 0 and variance 1 along one axis or several. The input is not cast to the compute dtype first;
// gamma and beta stay in the variable dtype, the mathematics is in at least float32, the result is cast to the input's
// dtype and then to the compute dtype (keras/src/ops/nn.py, layer_normalization).
#pragma once

#include "engine/layer/normalization/normalization.h"
#include "engine/tensor/normalize.h"

namespace ulpscope {

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

} // namespace ulpscope
