// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/normalization/layer_normalization.h"

#include "engine/base/message.h"
#include "engine/tensor/nonfinite_watch.h"
#include "engine/tensor/ops.h"

namespace ulpscope {

void LayerNormalization::normalize(const StepContext& context, const Tensor& x, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Format& wide = atLeastFloat32(x.format());
    const Tensor& wideX = castIfNeeded(arithmetic, x, wide, m_wide);
    const Tensor* gamma = find(arithmetic, "gamma", wide, m_gamma);
    const Tensor* beta = find(arithmetic, "beta", wide, m_beta);
    normalizeRows(wideX, gamma, beta, options().config.number("epsilon"), m_normalized);
    watchNormalizedRows(
        arithmetic, translated("normalization"), wideX, m_normalized, {{"gamma", gamma}, {"beta", beta}});
    cast(arithmetic, castIfNeeded(arithmetic, m_normalized, x.format(), m_rounded), *numerics().compute,
        output);
}

void LayerNormalization::differentiate(
    const StepContext& context, const Tensor& x, const Tensor& outputGradient, Tensor* inputGradient)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Format& wide = atLeastFloat32(x.format());
    const Tensor& rounded = castIfNeeded(arithmetic, outputGradient, x.format(), m_rounded);
    const Tensor& wideX = castIfNeeded(arithmetic, x, wide, m_wide);
    const Tensor* gamma = find(arithmetic, "gamma", wide, m_gamma);
    const Tensor& upstream = castIfNeeded(arithmetic, rounded, wide, m_wideGradient);
    const Format& sums = arithmetic.rules().sumsNormalizationsNarrowly ? x.format() : wide;
    normalizeRowsGradient(
        arithmetic, wideX, gamma, options().config.number("epsilon"), upstream, sums, m_gradients);
    watchNormalizedRows(arithmetic, translated("gradient of the normalization"), wideX, m_gradients.input,
        {{"gamma", gamma}, {"output gradient", &upstream}});
    if (isWatched(arithmetic))
        watchLines(arithmetic, translated("sum over the rows"), upstream, m_gradients.beta, true);
    if (isWatched(arithmetic))
        watchLines(arithmetic, translated("weighted sum over the rows"), upstream, m_gradients.gamma, true);
    for (Variable& variable : m_variables)
        cast(arithmetic, variable.name == "gamma" ? m_gradients.gamma : m_gradients.beta,
            variable.value.format(), variable.gradient);
    if (inputGradient != nullptr)
        cast(arithmetic, m_gradients.input, x.format(), *inputGradient);
}

} // namespace ulpscope
