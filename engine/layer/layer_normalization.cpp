// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/layer_normalization.h"

#include "engine/layer/vector_variables.h"
#include "engine/tensor/nonfinite_watch.h"
#include "engine/tensor/ops.h"

namespace ulpscope {

Result<Shape> LayerNormalization::outputShape(std::span<const Shape> inputs) const
{
    const std::int64_t axis = options().config.integer("axis");
    if (axis != -1 && axis != inputs[0].rank())
        return Error{"axis", "expected -1, the last axis, got " + std::to_string(axis)};
    return inputs[0];
}

Index LayerNormalization::weightCount(std::span<const Shape> inputs) const
{
    return static_cast<Index>(variableNames().size()) * inputs[0].last();
}

std::vector<std::string> LayerNormalization::variableNames() const
{
    std::vector<std::string> names;
    if (options().config.flag("scale"))
        names.emplace_back("gamma");
    if (options().config.flag("center"))
        names.emplace_back("beta");
    return names;
}

void LayerNormalization::build(std::span<const Shape> inputs, Arithmetic& arithmetic)
{
    m_variables = makeVectors(options(), variableNames(), inputs[0].last(), arithmetic);
}

void LayerNormalization::forward(
    const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Format& wide = atLeastFloat32(inputs[0]->format());
    const Tensor& x = castIfNeeded(arithmetic, *inputs[0], wide, m_wide);
    const Tensor* gamma = findVector(arithmetic, m_variables, "gamma", wide, m_gamma);
    const Tensor* beta = findVector(arithmetic, m_variables, "beta", wide, m_beta);
    normalizeRows(x, gamma, beta, options().config.number("epsilon"), m_normalized);
    watchNormalizedRows(arithmetic, "normalization", x, m_normalized, {{"gamma", gamma}, {"beta", beta}});
    cast(arithmetic, castIfNeeded(arithmetic, m_normalized, inputs[0]->format(), m_rounded),
        *numerics().compute, output);
}

void LayerNormalization::backward(const StepContext& context, std::span<const Tensor* const> inputs,
    const Tensor&, const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Format& wide = atLeastFloat32(inputs[0]->format());
    const Tensor& rounded = castIfNeeded(arithmetic, outputGradient, inputs[0]->format(), m_rounded);
    const Tensor& x = castIfNeeded(arithmetic, *inputs[0], wide, m_wide);
    const Tensor* gamma = findVector(arithmetic, m_variables, "gamma", wide, m_gamma);
    const Tensor& upstream = castIfNeeded(arithmetic, rounded, wide, m_wideGradient);
    normalizeRowsGradient(x, gamma, options().config.number("epsilon"), upstream, m_gradients);
    watchNormalizedRows(arithmetic, "gradient of the normalization", x, m_gradients.input,
        {{"gamma", gamma}, {"output gradient", &upstream}});
    for (Variable& variable : m_variables)
        cast(arithmetic, variable.name == "gamma" ? m_gradients.gamma : m_gradients.beta,
            variable.value.format(), variable.gradient);
    if (!inputGradients.empty())
        cast(arithmetic, m_gradients.input, inputs[0]->format(), inputGradients[0]);
}

} // namespace ulpscope
