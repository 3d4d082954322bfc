// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/rms_normalization.h"

#include "engine/layer/initializer.h"
#include "engine/tensor/nonfinite_watch.h"
#include "engine/tensor/ops.h"

namespace ulpscope {

Result<Shape> RMSNormalization::outputShape(std::span<const Shape> inputs) const
{
    const std::int64_t axis = options().config.integer("axis");
    if (axis != -1 && axis != inputs[0].rank())
        return Error{"axis", "expected -1, the last axis, got " + std::to_string(axis)};
    return inputs[0];
}

Index RMSNormalization::weightCount(std::span<const Shape> inputs) const
{
    return inputs[0].last();
}

void RMSNormalization::build(std::span<const Shape> inputs, Arithmetic& arithmetic)
{
    const Index features = inputs[0].last();
    m_variables = std::vector<Variable>(1);
    m_variables[0].name = "scale";
    initialize(arithmetic, "ones", Shape{features}, features, features, {}, *numerics().variable,
        m_variables[0].value);
}

const Tensor& RMSNormalization::wideScale(Arithmetic& arithmetic, const Format& wide)
{
    const Tensor& scale = castIfNeeded(arithmetic, m_variables[0].value, *numerics().compute, m_scale);
    return castIfNeeded(arithmetic, scale, wide, m_wideScale);
}

void RMSNormalization::forward(
    const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Format& wide = atLeastFloat32(inputs[0]->format());
    const Tensor& x = castIfNeeded(arithmetic, *inputs[0], wide, m_wide);
    const Tensor& scale = wideScale(arithmetic, wide);
    rmsNormalizeRows(x, scale, options().config.number("epsilon"), m_normalized);
    watchNormalizedRows(arithmetic, "normalization", x, m_normalized, {{"scale", &scale}});
    cast(arithmetic, m_normalized, *numerics().compute, output);
}

void RMSNormalization::backward(const StepContext& context, std::span<const Tensor* const> inputs,
    const Tensor&, const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Format& compute = *numerics().compute;
    const Format& wide = atLeastFloat32(inputs[0]->format());
    const Tensor& x = castIfNeeded(arithmetic, *inputs[0], wide, m_wide);
    const Tensor& scale = wideScale(arithmetic, wide);
    const Tensor& upstream = castIfNeeded(arithmetic, outputGradient, wide, m_wideGradient);
    rmsNormalizeRowsGradient(
        x, scale, options().config.number("epsilon"), upstream, m_inputGradient, m_scaleGradient);
    watchNormalizedRows(arithmetic, "gradient of the normalization", x, m_inputGradient,
        {{"scale", &scale}, {"output gradient", &upstream}});
    cast(arithmetic, m_scaleGradient, compute, m_variables[0].gradient);
    if (!inputGradients.empty())
        cast(arithmetic, m_inputGradient, compute, inputGradients[0]);
}

} // namespace ulpscope
