// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/softmax.h"

#include "engine/dtype/rounding.h"
#include "engine/tensor/ops.h"

namespace ulpscope {

Result<Shape> Softmax::outputShape(std::span<const Shape> inputs) const
{
    const std::int64_t axis = options().config.integer("axis");
    if (axis != -1 && axis != inputs[0].rank())
        return Error{"axis", "expected -1, the last axis, got " + std::to_string(axis)};
    if (options().config.flag("use_causal_mask") && inputs[0].rank() < 2)
        return Error{"use_causal_mask", "expected an input of two axes or more, got " + inputs[0].text()};
    return inputs[0];
}

void Softmax::makeMask(const Shape& shape, const Format& format)
{
    if (m_mask.shape() == shape && m_mask.format() == format)
        return;
    m_mask.reset(shape, format);
    m_fill.reset(shape, format);
    const double large = roundToFormat(format, format.name == "float16" ? -3e4 : -1e9);
    const Index columns = shape.last();
    const Index rows = shape[shape.rank() - 2];
    for (Index i = 0; i < m_mask.size(); ++i) {
        const bool isKept = i / columns % rows >= i % columns;
        m_mask.set(i, isKept ? 1 : 0);
        m_fill.set(i, isKept ? 0 : large);
    }
}

void Softmax::forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Tensor& x = *inputs[0];
    if (!options().config.flag("use_causal_mask")) {
        unary(arithmetic, Unary::Copy, x, output);
        softmaxInPlace(arithmetic, output);
        return;
    }
    // ReluGradient(mask, x) selects x where the mask is positive, and 0 elsewhere.
    makeMask(x.shape(), x.format());
    binary(arithmetic, Binary::ReluGradient, m_mask, x, m_softmax);
    binaryInPlace(arithmetic, Binary::Add, m_softmax, m_fill);
    softmaxInPlace(arithmetic, m_softmax);
    binary(arithmetic, Binary::ReluGradient, m_mask, m_softmax, output);
}

void Softmax::backward(const StepContext& context, std::span<const Tensor* const>, const Tensor& output,
    const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    if (inputGradients.empty())
        return;
    Arithmetic& arithmetic = context.arithmetic;
    if (!options().config.flag("use_causal_mask")) {
        softmaxGradient(arithmetic, output, outputGradient, inputGradients[0]);
        return;
    }
    binary(arithmetic, Binary::ReluGradient, m_mask, outputGradient, m_kept);
    softmaxGradient(arithmetic, m_softmax, m_kept, inputGradients[0]);
    binary(arithmetic, Binary::ReluGradient, m_mask, inputGradients[0], m_kept);
    std::swap(m_kept, inputGradients[0]);
}

} // namespace ulpscope
