// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/global_average_pooling_1d.h"

#include "engine/tensor/layout_ops.h"
#include "engine/tensor/normalize.h"

namespace ulpscope {

Result<Shape> GlobalAveragePooling1D::outputShape(std::span<const Shape> inputs) const
{
    if (inputs[0].rank() != 2)
        return Error{"inputs", "expected an input of shape (steps, features), got " + inputs[0].text()};
    return Shape{inputs[0].last()};
}

void GlobalAveragePooling1D::forward(
    const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Format& compute = *numerics().compute;
    const Format& wide = atLeastFloat32(compute);
    const Tensor& x = castIfNeeded(arithmetic, *inputs[0], wide, m_wide);
    const Shape steps{x.shape()[1], x.shape()[2]};
    m_means.reset(Shape{x.shape()[0], x.shape()[2]}, wide);
    for (Index example = 0; example < x.shape()[0]; ++example) {
        copyPiece(x, example * steps.elements(), steps, m_steps);
        columnSums(arithmetic, m_steps, m_mean);
        placePiece(m_mean, m_means, example * m_mean.size());
    }
    scalarInPlace(arithmetic, Binary::Divide, m_means, static_cast<double>(steps[0]));
    cast(arithmetic, m_means, compute, output);
}

void GlobalAveragePooling1D::backward(const StepContext& context, std::span<const Tensor* const> inputs,
    const Tensor&, const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    if (inputGradients.empty())
        return;
    Arithmetic& arithmetic = context.arithmetic;
    const Shape& shape = inputs[0]->shape();
    cast(arithmetic, outputGradient, atLeastFloat32(*numerics().compute), m_means);
    scalarInPlace(arithmetic, Binary::Divide, m_means, static_cast<double>(shape[1]));
    cast(arithmetic, m_means, *numerics().compute, m_mean);
    inputGradients[0].reset(shape, *numerics().compute);
    for (Index example = 0; example < shape[0]; ++example) {
        copyPiece(m_mean, example * shape[2], Shape{shape[2]}, m_steps);
        for (Index step = 0; step < shape[1]; ++step)
            placePiece(m_steps, inputGradients[0], (example * shape[1] + step) * shape[2]);
    }
}

} // namespace ulpscope
