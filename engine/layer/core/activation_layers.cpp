// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/core/activation_layers.h"

#include "engine/dtype/rounding.h"
#include "engine/graph/functions.h"
#include "engine/layer/layer_call.h"
#include "engine/tensor/layout_ops.h"

#include <cmath>

namespace ulpscope {

namespace {

/// Exchanges the storage of a result, as layers that are graphs do (graph/graph_run.h), so that each keeps to its size.
void renew(const LayerSurroundings& surroundings, const Tensor& like, Tensor& result)
{
    if (surroundings.pool == nullptr)
        return;
    surroundings.pool->takeBack(result);
    surroundings.pool->lend(result, like.bytes());
}

} // namespace

Activation::Activation(LayerOptions layerOptions)
    : Layer(std::move(layerOptions))
    , m_function(options().config.text("activation"))
{
}

Result<Shape> Activation::outputShape(std::span<const Shape> inputs) const
{
    return inputs[0];
}

void Activation::forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    renew(surroundings(), *inputs[0], output);
    unary(context.arithmetic, Unary::Copy, *inputs[0], output);
    m_function.apply(context.arithmetic, output);
}

void Activation::backward(const StepContext& context, std::span<const Tensor* const>, const Tensor& output,
    const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    if (inputGradients.empty())
        return;
    renew(surroundings(), outputGradient, inputGradients[0]);
    unary(context.arithmetic, Unary::Copy, m_function.gradient(context.arithmetic, output, outputGradient),
        inputGradients[0]);
}

Result<Shape> Softmax::outputShape(std::span<const Shape> inputs) const
{
    if (const auto axes = AxesLast::find(options().config.list("axis"), inputs[0], true); !axes)
        return axes.error();
    if (options().config.flag("use_causal_mask") && inputs[0].rank() < 2)
        return Error{"use_causal_mask", "expected an input of two axes or more, got " + inputs[0].text()};
    return inputs[0];
}

void Softmax::build(std::span<const Shape> inputs, Arithmetic&)
{
    m_axes = *AxesLast::find(options().config.list("axis"), inputs[0], true);
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

void Softmax::distribute(Arithmetic& arithmetic, const Tensor& x, Tensor& out)
{
    if (m_axes.isLastAlone()) {
        unary(arithmetic, Unary::Copy, x, out);
        softmaxInPlace(arithmetic, out);
    } else if (!m_axes.areSeveral()) {
        m_axes.toLast(x, m_y);
        softmaxInPlace(arithmetic, m_y);
        m_axes.fromLast(m_y, x.shape(), out);
    } else {
        m_axes.toFirst(x, m_x);
        logSumExp(arithmetic);
        repeatRow(m_row, m_x.rows(), m_rows);
        binary(arithmetic, Binary::Subtract, m_x, m_rows, m_y);
        unaryInPlace(arithmetic, Unary::Exp, m_y);
        m_axes.fromFirst(m_y, x.shape(), out);
    }
}

/// jax.scipy.special.logsumexp of each column into m_row: log(sum of exp(x - max)) + max, with 0 for an infinite maximum.
void Softmax::logSumExp(Arithmetic& arithmetic)
{
    columnMaxima(m_x, m_row);
    for (Index i = 0; i < m_row.size(); ++i)
        if (!std::isfinite(m_row.at(i)))
            m_row.set(i, 0);
    repeatRow(m_row, m_x.rows(), m_rows);
    binary(arithmetic, Binary::Subtract, m_x, m_rows, m_shifted);
    unaryInPlace(arithmetic, Unary::Exp, m_shifted);
    columnSums(arithmetic, m_shifted, m_sums, SumRounding::Once);
    const ScalarOps ops(arithmetic, m_x.format());
    for (Index i = 0; i < m_row.size(); ++i)
        m_row.set(i, ops.add(ops.log(m_sums.at(i)), m_row.at(i)));
}

void Softmax::differentiate(
    Arithmetic& arithmetic, const Tensor& x, const Tensor& outputGradient, Tensor& out)
{
    if (m_axes.isLastAlone()) {
        softmaxGradient(arithmetic, x, outputGradient, out);
    } else if (!m_axes.areSeveral()) {
        m_axes.toLast(x, m_x);
        m_axes.toLast(outputGradient, m_gradient);
        softmaxGradient(arithmetic, m_x, m_gradient, m_inputGradient);
        m_axes.fromLast(m_inputGradient, x.shape(), out);
    } else {
        m_axes.toFirst(outputGradient, m_gradient);
        differentiateSeveral(arithmetic, x.shape());
        m_axes.fromFirst(m_inputGradient, x.shape(), out);
    }
}

/// As JAX transposes it: du = dy y, and what reaches x through the sum: exp(x - max) (-sum of du) / sum.
void Softmax::differentiateSeveral(Arithmetic& arithmetic, const Shape& shape)
{
    binary(arithmetic, Binary::Multiply, m_gradient, m_y, m_inputGradient);
    m_inputGradient.reshape(m_axes.extentsFirst(shape)); // sums go by axes
    columnSums(arithmetic, m_inputGradient, m_row);
    m_inputGradient.reshape(m_x.shape());
    scalarInPlace(arithmetic, Binary::Multiply, m_row, -1);
    m_row.reshape(m_sums.shape());
    binaryInPlace(arithmetic, Binary::Divide, m_row, m_sums);
    repeatRow(m_row, m_x.rows(), m_rows);
    binaryInPlace(arithmetic, Binary::Multiply, m_rows, m_shifted);
    binaryInPlace(arithmetic, Binary::Add, m_inputGradient, m_rows);
}

bool Softmax::roundsOnce(const Arithmetic& arithmetic) const
{
    return arithmetic.rules().roundsActivationsOnce && m_axes.isLastAlone()
        && !options().config.flag("use_causal_mask");
}

void Softmax::forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Tensor& x = *inputs[0];
    renew(surroundings(), x, output);
    if (roundsOnce(arithmetic)) {
        unary(arithmetic, Unary::Copy, x, output);
        m_activation.apply(arithmetic, output);
        return;
    }
    if (!options().config.flag("use_causal_mask")) {
        distribute(arithmetic, x, output);
        return;
    }
    // ReluGradient(mask, x) selects x where the mask is positive, and 0 elsewhere.
    makeMask(x.shape(), x.format());
    binary(arithmetic, Binary::ReluGradient, m_mask, x, m_masked);
    binaryInPlace(arithmetic, Binary::Add, m_masked, m_fill);
    distribute(arithmetic, m_masked, m_softmax);
    binary(arithmetic, Binary::ReluGradient, m_mask, m_softmax, output);
}

void Softmax::backward(const StepContext& context, std::span<const Tensor* const> inputs,
    const Tensor& output, const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    if (inputGradients.empty())
        return;
    Arithmetic& arithmetic = context.arithmetic;
    renew(surroundings(), outputGradient, inputGradients[0]);
    if (roundsOnce(arithmetic)) {
        unary(arithmetic, Unary::Copy, m_activation.gradient(arithmetic, output, outputGradient),
            inputGradients[0]);
        return;
    }
    if (!options().config.flag("use_causal_mask")) {
        differentiate(arithmetic, *inputs[0], outputGradient, inputGradients[0]);
        return;
    }
    binary(arithmetic, Binary::ReluGradient, m_mask, outputGradient, m_kept);
    differentiate(arithmetic, m_masked, m_kept, inputGradients[0]);
    binary(arithmetic, Binary::ReluGradient, m_mask, inputGradients[0], m_kept);
    std::swap(m_kept, inputGradients[0]);
}

std::optional<graph::Value> activationFormula(const LayerCall& call)
{
    return graph::activation(call.config().text("activation"), call.inputs[0]);
}

std::optional<graph::Value> softmaxFormula(const LayerCall& call)
{
    const graph::Value& x = call.inputs[0];
    const std::vector<std::int64_t>& axes = call.config().list("axis");
    const int rank = x.shape().rank();
    const auto distribute = [&](const graph::Value& scores) {
        return axes.size() == 1 ? graph::softmax(scores, static_cast<int>(axes[0] + (axes[0] < 0 ? rank : 0)))
                                : exp(scores - graph::logSumExp(scores, call.axes(axes)));
    };
    if (!call.config().flag("use_causal_mask"))
        return distribute(x);
    graph::Builder& builder = call.builder;
    const graph::Value mask
        = builder.broadcast(builder.triangle(x.shape()[rank - 2], x.shape().last()), x.shape());
    const graph::Value fill = select(mask, 0, builder.constantThatFits(-1e9, -3e4));
    const graph::Value scores = select(mask, x, 0) + fill;
    return select(mask, distribute(scores), 0);
}

} // namespace ulpscope
