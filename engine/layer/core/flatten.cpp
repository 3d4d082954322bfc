// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/core/flatten.h"

#include "engine/layer/layer_call.h"
#include "engine/tensor/ops.h"

namespace ulpscope {

Result<Shape> Flatten::outputShape(std::span<const Shape> inputs) const
{
    return Shape{inputs[0].elements()};
}

void Flatten::forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    const Tensor& x = *inputs[0];
    castOrCopy(context.arithmetic, x, *numerics().compute, output);
    output.reshape(Shape{x.shape()[0], x.size() / x.shape()[0]});
}

void Flatten::backward(const StepContext& context, std::span<const Tensor* const> inputs, const Tensor&,
    const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    if (inputGradients.empty())
        return;
    unary(context.arithmetic, Unary::Copy, outputGradient, inputGradients[0]);
    inputGradients[0].reshape(inputs[0]->shape());
}

std::optional<graph::Value> reshapeFormula(const LayerCall& call)
{
    return call.builder.reshape(call.inputs[0], call.output);
}

} // namespace ulpscope
