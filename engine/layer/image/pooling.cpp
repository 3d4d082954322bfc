// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/image/pooling.h"

#include "engine/dtype/rounding.h"
#include "engine/layer/layer_call.h"
#include "engine/layer/support/sliding_window.h"
#include "engine/tensor/layout_ops.h"
#include "engine/tensor/normalize.h"
#include "engine/tensor/window_ops.h"

namespace ulpscope {

namespace {

constexpr WindowKeys kPoolingKeys{"pool_size"};

} // namespace

Result<Shape> poolingShape(const Config& config, std::span<const Shape> inputs)
{
    const Result<Window2D> window = windowOf(config, kPoolingKeys, inputs[0]);
    if (!window)
        return window.error();
    return Shape{window->outHeight, window->outWidth, window->channels};
}

void AveragePooling2D::build(std::span<const Shape> inputs, Arithmetic&)
{
    m_window = *windowOf(options().config, kPoolingKeys, inputs[0]);
}

Window2D& AveragePooling2D::windowFor(const Tensor& input)
{
    m_window.batch = input.shape()[0];
    return m_window;
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

GlobalAveragePooling::GlobalAveragePooling(LayerOptions layerOptions, int axes)
    : Layer(std::move(layerOptions))
    , m_axes(axes)
{
}

Result<Shape> GlobalAveragePooling::outputShape(std::span<const Shape> inputs) const
{
    if (inputs[0].rank() != m_axes + 1)
        return Error{"inputs",
            "expected an input of shape "
                + std::string(m_axes == 1 ? "(steps, features)" : "(height, width, channels)") + ", got "
                + inputs[0].text()};
    Shape shape;
    for (int i = 0; i < m_axes && options().config.flag("keepdims"); ++i)
        shape.append(1);
    shape.append(inputs[0].last());
    return shape;
}

void GlobalAveragePooling::forward(
    const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Format& compute = *numerics().compute;
    const Format& wide = atLeastFloat32(compute);
    const Tensor& x = castIfNeeded(arithmetic, *inputs[0], wide, m_wide);
    const Index features = x.columns();
    const Shape steps{x.rows() / x.shape()[0], features};
    m_means.reset(Shape{x.shape()[0], features}, wide);
    for (Index example = 0; example < x.shape()[0]; ++example) {
        copyPiece(x, example * steps.elements(), steps, m_steps);
        columnSums(arithmetic, m_steps, m_mean);
        placePiece(m_mean, m_means, example * m_mean.size());
    }
    divideByOne(arithmetic, m_means, static_cast<double>(steps[0]));
    cast(arithmetic, m_means, compute, output);
    Shape example;
    for (int i = 1; i < x.shape().rank(); ++i)
        example.append(x.shape()[i]);
    output.reshape(outputShape(std::span(&example, 1))->withBatch(x.shape()[0]));
}

void GlobalAveragePooling::backward(const StepContext& context, std::span<const Tensor* const> inputs,
    const Tensor&, const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    if (inputGradients.empty())
        return;
    Arithmetic& arithmetic = context.arithmetic;
    const Shape& shape = inputs[0]->shape();
    const Index features = shape.last();
    const Index steps = shape.elements() / (shape[0] * features);
    cast(arithmetic, outputGradient, atLeastFloat32(*numerics().compute), m_means);
    divideByOne(arithmetic, m_means, static_cast<double>(steps));
    cast(arithmetic, m_means, *numerics().compute, m_mean);
    inputGradients[0].reset(shape, *numerics().compute);
    for (Index example = 0; example < shape[0]; ++example) {
        copyPiece(m_mean, example * features, Shape{features}, m_steps);
        for (Index step = 0; step < steps; ++step)
            placePiece(m_steps, inputGradients[0], (example * steps + step) * features);
    }
}

std::optional<graph::Value> maxPoolingFormula(const LayerCall& call)
{
    Window2D window = *windowOf(call.config(), kPoolingKeys, call.example());
    window.batch = call.output[0];
    return call.builder.windows(graph::Operation::WindowMax, call.inputs[0], window);
}

std::optional<graph::Value> averagePoolingFormula(const LayerCall& call)
{
    const graph::Value& x = call.inputs[0];
    Window2D window = *windowOf(call.config(), kPoolingKeys, call.example());
    window.batch = call.output[0];
    const auto sumOf = [&](const graph::Value& of) {
        return call.builder.windows(graph::Operation::WindowSum, of, window);
    };
    const graph::Value sums = sumOf(x);
    if (call.config().text("padding") != "same")
        return sums / static_cast<double>(window.taps());
    // at the rim, of what lies inside the image
    return sums / sumOf(call.builder.broadcast(call.builder.constantLike(1, x), x.shape()));
}

std::optional<graph::Value> globalAveragePoolingFormula(const LayerCall& call)
{
    graph::Builder& builder = call.builder;
    const graph::Value x = builder.cast(call.inputs[0], graph::CastTo::ArrivedAtLeastFloat32);
    const Index steps = x.shape().elements() / (x.shape()[0] * x.shape().last());
    const graph::Value sums = builder.sum(
        builder.reshape(x, {x.shape()[0], steps, x.shape().last()}), 2, graph::SumOrder::Windows);
    return builder.reshape(
        builder.cast(sums / static_cast<double>(steps), graph::CastTo::Compute), call.output);
}

} // namespace ulpscope
