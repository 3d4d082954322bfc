// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/core/gaussian_noise.h"

#include "engine/dtype/rounding.h"
#include "engine/tensor/ops.h"

namespace ulpscope {

Result<Shape> GaussianNoise::outputShape(std::span<const Shape> inputs) const
{
    return inputs[0];
}

std::optional<Error> GaussianNoise::policyProblem() const
{
    const Format& compute = *numerics().compute;
    if (!options().config.flag("draws_in_float32") || options().config.number("stddev") == 0
        || compute == float32Format())
        return std::nullopt;
    return Error{"draws_in_float32",
        "Input 'y' of 'AddV2' Op has type float32 that does not match type " + std::string(compute.name)
            + " of argument 'x': the noise is drawn in float32 and not in the compute dtype",
        ErrorKind::TypeError};
}

void GaussianNoise::forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Tensor& x = *inputs[0];
    const double deviation = options().config.number("stddev");
    if (!context.training || deviation == 0) {
        unary(arithmetic, Unary::Copy, x, output);
        return;
    }
    const Format& format = x.format();
    const RandomKey key{
        options().seed, RandomUse::Noise, options().index, static_cast<std::uint64_t>(context.step)};
    m_noise.reset(x.shape(), format);
    for (Index i = 0; i < x.size(); ++i)
        m_noise.set(i, roundToFormat(format, randomNormal(key, static_cast<std::uint64_t>(i))));
    scalarInPlace(arithmetic, Binary::Multiply, m_noise, roundToFormat(format, deviation));
    binary(arithmetic, Binary::Add, x, m_noise, output);
}

void GaussianNoise::backward(const StepContext& context, std::span<const Tensor* const>, const Tensor&,
    const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    if (!inputGradients.empty())
        unary(context.arithmetic, Unary::Copy, outputGradient, inputGradients[0]);
}

} // namespace ulpscope
