// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/layer_normalization.h"

#include "engine/tensor/ops.h"

namespace ulpscope {

void LayerNormalization::normalize(const StepContext& context, const Tensor& x, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Format& wide = atLeastFloat32(x.format());
    normalizeRows(castIfNeeded(arithmetic, x, wide, m_wide), find(arithmetic, "gamma", wide, m_gamma),
        find(arithmetic, "beta", wide, m_beta), options().config.number("epsilon"), m_normalized);
    cast(arithmetic, castIfNeeded(arithmetic, m_normalized, x.format(), m_rounded), *numerics().compute,
        output);
}

void LayerNormalization::differentiate(
    const StepContext& context, const Tensor& x, const Tensor& outputGradient, Tensor* inputGradient)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Format& wide = atLeastFloat32(x.format());
    const Tensor& rounded = castIfNeeded(arithmetic, outputGradient, x.format(), m_rounded);
    normalizeRowsGradient(castIfNeeded(arithmetic, x, wide, m_wide), find(arithmetic, "gamma", wide, m_gamma),
        options().config.number("epsilon"), castIfNeeded(arithmetic, rounded, wide, m_wideGradient),
        m_gradients);
    for (Variable& variable : m_variables)
        cast(arithmetic, variable.name == "gamma" ? m_gradients.gamma : m_gradients.beta,
            variable.value.format(), variable.gradient);
    if (inputGradient != nullptr)
        cast(arithmetic, m_gradients.input, x.format(), *inputGradient);
}

} // namespace ulpscope
