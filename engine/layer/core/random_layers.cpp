// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/core/random_layers.h"

#include "engine/dtype/rounding.h"
#include "engine/layer/layer_call.h"
#include "engine/tensor/ops.h"

namespace ulpscope {

Result<Shape> Dropout::outputShape(std::span<const Shape> inputs) const
{
    return inputs[0];
}

void Dropout::scaleAndMask(const StepContext& context, const Tensor& in, Tensor& out)
{
    // Keras: select(mask, x / keep_prob, 0). ReluGradient(mask, x) is that selection.
    const double rate = options().config.number("rate");
    unary(context.arithmetic, Unary::Copy, in, m_scaled);
    divideByOne(context.arithmetic, m_scaled, roundToFormat(in.format(), 1 - rate));
    binary(context.arithmetic, Binary::ReluGradient, m_mask, m_scaled, out);
}

void Dropout::forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    const Tensor& x = *inputs[0];
    const double rate = options().config.number("rate");
    if (!context.training || rate == 0) {
        unary(context.arithmetic, Unary::Copy, x, output);
        return;
    }
    const RandomKey key{
        options().seed, RandomUse::Dropout, options().index, static_cast<std::uint64_t>(context.step)};
    m_mask.reset(x.shape(), x.format());
    for (Index i = 0; i < x.size(); ++i)
        m_mask.set(i, randomUniform(key, static_cast<std::uint64_t>(i)) >= rate ? 1 : 0);
    scaleAndMask(context, x, output);
}

void Dropout::backward(const StepContext& context, std::span<const Tensor* const>, const Tensor&,
    const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    if (inputGradients.empty())
        return;
    if (options().config.number("rate") == 0)
        unary(context.arithmetic, Unary::Copy, outputGradient, inputGradients[0]);
    else
        scaleAndMask(context, outputGradient, inputGradients[0]);
}

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

std::optional<graph::Value> dropoutFormula(const LayerCall& call)
{
    const graph::Value& x = call.inputs[0];
    const double rate = call.config().number("rate");
    if (rate == 0)
        return x;
    const graph::Value kept = call.builder.draw(
        graph::Distribution::Bernoulli, rate, call.options.seed, call.options.index, x.shape());
    return select(kept, x / (1 - rate), 0);
}

std::optional<graph::Value> gaussianNoiseFormula(const LayerCall& call)
{
    const graph::Value& x = call.inputs[0];
    const double deviation = call.config().number("stddev");
    if (deviation == 0)
        return x;
    const graph::Value noise
        = call.builder.draw(graph::Distribution::Normal, 0, call.options.seed, call.options.index, x.shape());
    return x + noise * deviation;
}

} // namespace ulpscope
