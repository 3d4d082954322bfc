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

Result<Shape> RMSNormalization::outputShape(std::span<const Shape> inputs) const
{
    Result<Shape> shape = Normalization::outputShape(inputs);
    if (!shape)
        return shape;
    const std::vector<std::int64_t> axes = sortedAxes();
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const std::int64_t rank = inputs[0].rank() + 1;
        if ((axes[i] + rank) % rank != rank - static_cast<std::int64_t>(axes.size() - i))
            return Error{"axis",
                "expected the last axis, or the last few from left to right: Keras multiplies by a scale that "
                "lies along these; got "
                    + toText(axes)};
    }
    return shape;
}

const Tensor& RMSNormalization::wideScale(Arithmetic& arithmetic, const Format& wide)
{
    const Tensor& scale = castIfNeeded(arithmetic, m_variables[0].value, *numerics().compute, m_scale);
    return castIfNeeded(arithmetic, scale, wide, m_wideScale);
}

void RMSNormalization::normalize(const StepContext& context, const Tensor& x, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Format& wide = atLeastFloat32(x.format());
    const Tensor& wideX = castIfNeeded(arithmetic, x, wide, m_wide);
    const Tensor& scale = wideScale(arithmetic, wide);
    rmsNormalizeRows(wideX, scale, options().config.number("epsilon"), m_normalized);
    watchNormalizedRows(arithmetic, translated("normalization"), wideX, m_normalized, {{"scale", &scale}});
    cast(arithmetic, m_normalized, *numerics().compute, output);
}

void RMSNormalization::differentiate(
    const StepContext& context, const Tensor& x, const Tensor& outputGradient, Tensor* inputGradient)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Format& compute = *numerics().compute;
    const Format& wide = atLeastFloat32(x.format());
    const Tensor& wideX = castIfNeeded(arithmetic, x, wide, m_wide);
    const Tensor& scale = wideScale(arithmetic, wide);
    const Tensor& upstream = castIfNeeded(arithmetic, outputGradient, wide, m_wideGradient);
    rmsNormalizeRowsGradient(
        wideX, scale, options().config.number("epsilon"), upstream, m_gradient, m_scaleGradient);
    watchNormalizedRows(arithmetic, translated("gradient of the normalization"), wideX, m_gradient,
        {{"scale", &scale}, {"output gradient", &upstream}});
    cast(arithmetic, m_scaleGradient, compute, m_variables[0].gradient);
    if (inputGradient != nullptr)
        cast(arithmetic, m_gradient, compute, *inputGradient);
}

} // namespace ulpscope
