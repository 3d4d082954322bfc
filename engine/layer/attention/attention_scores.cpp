// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/attention/attention_scores.h"

#include "engine/dtype/rounding.h"
#include "engine/tensor/layout_ops.h"
#include "engine/tensor/nonfinite_watch.h"

#include <cmath>

namespace ulpscope {

Result<Shape> AttentionScores::outputShape(std::span<const Shape> inputs) const
{
    return Shape{inputs[0][1], inputs[0][0], inputs[1][0]};
}

double AttentionScores::scaleIn(const Format& format) const
{
    return roundToFormat(format, 1 / std::sqrt(static_cast<double>(options().config.integer("key_dim"))));
}

void AttentionScores::forward(
    const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Format& compute = *numerics().compute;
    const bool scalesQuery = options().config.flag("scales_query");
    const Tensor* query = inputs[0];
    if (scalesQuery) {
        unary(arithmetic, Unary::Copy, *query, m_scaled);
        scalarInPlace(arithmetic, Binary::Multiply, m_scaled, scaleIn(m_scaled.format()));
        query = &m_scaled;
    }
    swapMiddleAxes(castIfNeeded(arithmetic, *query, compute, m_cast), m_query);
    swapMiddleAxes(castIfNeeded(arithmetic, *inputs[1], compute, m_cast), m_key);
    batchedMatmul(arithmetic, m_query, m_key, Transpose::B, output);
    if (!scalesQuery)
        scalarInPlace(arithmetic, Binary::Multiply, output, scaleIn(compute));
}

void AttentionScores::backward(const StepContext& context, std::span<const Tensor* const> inputs,
    const Tensor&, const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    if (inputGradients.empty())
        return;
    Arithmetic& arithmetic = context.arithmetic;
    const bool scalesQuery = options().config.flag("scales_query");
    const Tensor* gradient = &outputGradient;
    if (!scalesQuery) {
        unary(arithmetic, Unary::Copy, outputGradient, m_gradient);
        scalarInPlace(arithmetic, Binary::Multiply, m_gradient, scaleIn(m_gradient.format()));
        gradient = &m_gradient;
    }
    // Each gradient in its input's own dtype, in which the query's scale is applied.
    const auto send = [&](const Tensor& input, Tensor& to) {
        swapMiddleAxes(m_product, m_cast);
        cast(arithmetic, m_cast, input.format(), to);
        if (arithmetic.watch() != nullptr)
            arithmetic.watch()->moved(arithmetic, m_product, to,
                [&](Index element) { return middleAxesSwapped(m_product.shape(), element); });
    };
    batchedMatmul(arithmetic, *gradient, m_key, Transpose::None, m_product);
    send(*inputs[0], inputGradients[0]);
    if (scalesQuery)
        scalarInPlace(arithmetic, Binary::Multiply, inputGradients[0], scaleIn(inputs[0]->format()));
    batchedMatmul(arithmetic, *gradient, m_query, Transpose::A, m_product);
    send(*inputs[1], inputGradients[1]);
}

} // namespace ulpscope
