// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/core/add.h"

#include "engine/layer/layer_call.h"
#include "engine/tensor/ops.h"

namespace ulpscope {

Result<Shape> Add::outputShape(std::span<const Shape> inputs) const
{
    for (const Shape& shape : inputs)
        if (!(shape == inputs[0]))
            return Error{
                "inputs", "expected inputs of one shape, got " + inputs[0].text() + " and " + shape.text()};
    return inputs[0];
}

void Add::forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    binary(context.arithmetic, Binary::Add, *inputs[0], *inputs[1], output);
    for (const Tensor* input : inputs.subspan(2))
        binaryInPlace(context.arithmetic, Binary::Add, output, *input);
}

void Add::backward(const StepContext& context, std::span<const Tensor* const>, const Tensor&,
    const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    for (Tensor& gradient : inputGradients)
        unary(context.arithmetic, Unary::Copy, outputGradient, gradient);
}

std::optional<graph::Value> addFormula(const LayerCall& call)
{
    graph::Value sum = call.inputs[0];
    for (std::size_t i = 1; i < call.inputs.size(); ++i)
        sum = sum + call.inputs[i];
    return sum;
}

} // namespace ulpscope
