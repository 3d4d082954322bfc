// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/core/merging_layers.h"

#include "engine/layer/layer_call.h"
#include "engine/tensor/layout_ops.h"
#include "engine/tensor/ops.h"

#include <functional>
#include <numeric>

namespace ulpscope {

namespace {

/// Keras counts the batch as axis 0 and negative axes from the last; rank counts the batch too.
int axisOf(std::int64_t axis, int rank)
{
    return static_cast<int>(axis < 0 ? axis + rank : axis);
}

/// Elements from this axis on: of one row, when all axes before are rows.
Index elementsFrom(const Shape& shape, int axis)
{
    Index product = 1;
    for (int i = axis; i < shape.rank(); ++i)
        product *= shape[i];
    return product;
}

} // namespace

Result<Shape> Concatenate::outputShape(std::span<const Shape> inputs) const
{
    const int rank = inputs[0].rank() + 1;
    const std::int64_t given = options().config.integer("axis");
    if (given >= rank || given < -rank || axisOf(given, rank) == 0)
        return Error{"axis",
            "expected an axis of " + inputs[0].text() + " other than the batch: 1 to "
                + std::to_string(rank - 1) + " or -1 to -" + std::to_string(rank - 1) + ", got "
                + std::to_string(given)};
    const int axis = axisOf(given, rank) - 1;
    Index extent = 0;
    for (const Shape& shape : inputs) {
        bool fits = shape.rank() == inputs[0].rank();
        for (int i = 0; fits && i < shape.rank(); ++i)
            fits = i == axis || shape[i] == inputs[0][i];
        if (!fits)
            return Error{"inputs",
                "expected shapes that differ in the concatenated axis only, got " + inputs[0].text() + " and "
                    + shape.text()};
        extent += shape[axis];
    }
    Shape result;
    for (int i = 0; i < inputs[0].rank(); ++i)
        result.append(i == axis ? extent : inputs[0][i]);
    return result;
}

void Concatenate::forward(const StepContext&, std::span<const Tensor* const> inputs, Tensor& output)
{
    const Shape& first = inputs[0]->shape();
    const int axis = axisOf(options().config.integer("axis"), first.rank());
    Index width = 0;
    Index extent = 0;
    for (const Tensor* input : inputs) {
        width += elementsFrom(input->shape(), axis);
        extent += input->shape()[axis];
    }
    Shape shape;
    for (int i = 0; i < first.rank(); ++i)
        shape.append(i == axis ? extent : first[i]);
    output.reset(shape, *numerics().compute);
    Index column = 0;
    for (const Tensor* input : inputs) {
        const Index own = elementsFrom(input->shape(), axis);
        copyColumns(*input, output, {output.size() / width, own, own, 0, width, column});
        column += own;
    }
}

void Concatenate::backward(const StepContext&, std::span<const Tensor* const> inputs, const Tensor&,
    const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    const int axis = axisOf(options().config.integer("axis"), inputs[0]->shape().rank());
    const Index width = elementsFrom(outputGradient.shape(), axis);
    Index column = 0;
    for (std::size_t i = 0; i < inputGradients.size(); ++i) {
        const Index own = elementsFrom(inputs[i]->shape(), axis);
        inputGradients[i].reset(inputs[i]->shape(), outputGradient.format());
        copyColumns(
            outputGradient, inputGradients[i], {outputGradient.size() / width, own, width, column, own, 0});
        column += own;
    }
}

std::optional<graph::Value> addFormula(const LayerCall& call)
{
    return std::accumulate(call.inputs.begin() + 1, call.inputs.end(), call.inputs[0]);
}

std::optional<graph::Value> multiplyFormula(const LayerCall& call)
{
    return std::accumulate(
        call.inputs.begin() + 1, call.inputs.end(), call.inputs[0], std::multiplies<graph::Value>());
}

std::optional<graph::Value> concatenateFormula(const LayerCall& call)
{
    const int axis = axisOf(call.config().integer("axis"), call.output.rank());
    return std::accumulate(call.inputs.begin() + 1, call.inputs.end(), call.inputs[0],
        [&](const graph::Value& a, const graph::Value& b) { return call.builder.concatenate(a, b, axis); });
}

} // namespace ulpscope
