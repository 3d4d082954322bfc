// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/core/dropout.h"

#include "engine/dtype/rounding.h"
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

} // namespace ulpscope
