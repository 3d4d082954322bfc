// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/image/pooling_2d.h"

#include "engine/dtype/rounding.h"
#include "engine/layer/support/sliding_window.h"
#include "engine/tensor/window_ops.h"

namespace ulpscope {

namespace {

constexpr WindowKeys kPoolingKeys{"pool_size"};

} // namespace

Result<Shape> Pooling2D::outputShape(std::span<const Shape> inputs) const
{
    const Result<Window2D> window = windowOf(options().config, kPoolingKeys, inputs[0]);
    if (!window)
        return window.error();
    return Shape{window->outHeight, window->outWidth, window->channels};
}

void Pooling2D::build(std::span<const Shape> inputs, Arithmetic&)
{
    m_window = *windowOf(options().config, kPoolingKeys, inputs[0]);
}

Window2D& Pooling2D::windowFor(const Tensor& input)
{
    m_window.batch = input.shape()[0];
    return m_window;
}

void MaxPooling2D::forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    windowMax(context.arithmetic, *inputs[0], windowFor(*inputs[0]), output);
}

void MaxPooling2D::backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor&,
    const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    if (!inputGradients.empty())
        windowMaxGradient(
            context.arithmetic, *inputs[0], windowFor(*inputs[0]), outputGradient, inputGradients[0]);
}

void AveragePooling2D::divideByCounts(const StepContext& context, const Window2D& window, Tensor& x)
{
    Arithmetic& arithmetic = context.arithmetic;
    if (options().config.text("padding") != "same") {
        divideByOne(arithmetic, x, roundToFormat(x.format(), static_cast<double>(window.taps())));
        return;
    }
    if (!(m_counts.shape() == x.shape()) || !(m_counts.format() == x.format())) {
        Tensor ones(Shape{window.batch, window.height, window.width, window.channels}, x.format());
        for (Index i = 0; i < ones.size(); ++i)
            ones.set(i, 1);
        windowSums(arithmetic, ones, window, m_row, m_counts);
    }
    binaryInPlace(arithmetic, Binary::Divide, x, m_counts);
}

void AveragePooling2D::forward(
    const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    const Window2D& window = windowFor(*inputs[0]);
    windowSums(context.arithmetic, *inputs[0], window, m_row, output);
    divideByCounts(context, window, output);
}

void AveragePooling2D::backward(const StepContext& context, std::span<const Tensor* const> inputs,
    const Tensor&, const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    if (inputGradients.empty())
        return;
    const Window2D& window = windowFor(*inputs[0]);
    unary(context.arithmetic, Unary::Copy, outputGradient, m_divided);
    divideByCounts(context, window, m_divided);
    spread(m_divided, window.strideHeight, window.strideWidth, m_spread);
    windowSums(
        context.arithmetic, m_spread, gradientWindow(window, window.channels), m_row, inputGradients[0]);
}

} // namespace ulpscope
