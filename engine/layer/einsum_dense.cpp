// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/einsum_dense.h"

#include "engine/layer/initializer.h"

#include <utility>

namespace ulpscope {

namespace {

/// compute_fans(shape) of keras/src/initializers/random_initializers.py, which a bias gets.
std::pair<Index, Index> biasFans(const Shape& shape)
{
    if (shape.rank() == 1)
        return {shape[0], shape[0]};
    Index receptiveField = 1;
    for (int i = 0; i + 2 < shape.rank(); ++i)
        receptiveField *= shape[i];
    return {shape[shape.rank() - 2] * receptiveField, shape.last() * receptiveField};
}

Tensor& asMatrix(Arithmetic& arithmetic, const Tensor& x, Index columns, Tensor& storage)
{
    unary(arithmetic, Unary::Copy, x, storage);
    storage.reshape(Shape{x.size() / columns, columns});
    return storage;
}

} // namespace

EinsumDense::EinsumDense(LayerOptions layerOptions)
    : Layer(std::move(layerOptions))
    , m_activation(options().config.text("activation"))
{
}

Result<EinsumProduct> EinsumDense::product(const Shape& input) const
{
    const Config& config = options().config;
    return einsumProduct(
        config.text("equation"), config.text("bias_axes"), config.list("output_shape"), input);
}

Result<Shape> EinsumDense::outputShape(std::span<const Shape> inputs) const
{
    const Result<EinsumProduct> found = product(inputs[0]);
    if (!found)
        return found.error();
    return found->output;
}

Index EinsumDense::weightCount(std::span<const Shape> inputs) const
{
    const EinsumProduct found = *product(inputs[0]);
    return found.units * (found.contracted + (hasBias() ? 1 : 0));
}

void EinsumDense::build(std::span<const Shape> inputs, Arithmetic& arithmetic)
{
    m_product = *product(inputs[0]);
    LayerOptions dense = options();
    dense.config = {{"units", m_product.units}, {"activation", std::string("linear")},
        {"use_bias", hasBias()}, {"kernel_initializer", options().config.text("kernel_initializer")},
        {"bias_initializer", options().config.text("bias_initializer")}};
    m_dense = std::make_unique<Dense>(std::move(dense));
    const Shape flat{m_product.contracted};
    m_dense->build(std::span(&flat, 1), arithmetic);
    if (hasBias()) {
        const auto [fanIn, fanOut] = biasFans(m_product.bias);
        const RandomKey key{options().seed, RandomUse::Initializer, options().index * 16 + 1, 0};
        initialize(arithmetic, options().config.text("bias_initializer"), m_product.bias, fanIn, fanOut, key,
            *numerics().variable, m_dense->variables()[1].value);
    }
    useKerasShapes();
}

Index EinsumDense::multiplyAdds(std::span<const Shape> inputs) const
{
    const Result<EinsumProduct> known = product(inputs[0]);
    return known ? inputs[0].elements() * known->units : 0;
}

void EinsumDense::useMatrixShapes()
{
    m_dense->variables()[0].value.reshape(Shape{m_product.contracted, m_product.units});
    if (hasBias())
        m_dense->variables()[1].value.reshape(Shape{m_product.units});
}

void EinsumDense::useKerasShapes()
{
    m_dense->variables()[0].value.reshape(m_product.kernel);
    if (hasBias())
        m_dense->variables()[1].value.reshape(m_product.bias);
}

void EinsumDense::forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Tensor* matrix = &asMatrix(arithmetic, *inputs[0], m_product.contracted, m_matrix);
    useMatrixShapes();
    m_dense->forward(context, std::span(&matrix, 1), output);
    useKerasShapes();
    output.reshape(m_product.output.withBatch(inputs[0]->shape()[0]));
    m_activation.apply(arithmetic, output);
}

void EinsumDense::backward(const StepContext& context, std::span<const Tensor* const> inputs,
    const Tensor& output, const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Tensor& gradient = m_activation.gradient(arithmetic, output, outputGradient);
    const Tensor& gradientMatrix = asMatrix(arithmetic, gradient, m_product.units, m_gradientMatrix);
    const Tensor* matrix = &m_matrix;
    useMatrixShapes();
    m_dense->backward(context, std::span(&matrix, 1), output, gradientMatrix, inputGradients);
    useKerasShapes();
    for (Variable& variable : m_dense->variables())
        variable.gradient.reshape(variable.value.shape());
    if (!inputGradients.empty())
        inputGradients[0].reshape(inputs[0]->shape());
}

std::span<Variable> EinsumDense::variables()
{
    return m_dense ? m_dense->variables() : std::span<Variable>{};
}

std::vector<std::string> EinsumDense::variableNames() const
{
    return hasBias() ? std::vector<std::string>{"kernel", "bias"} : std::vector<std::string>{"kernel"};
}

std::span<const TensorScaling> EinsumDense::scalings() const
{
    return m_dense ? m_dense->scalings() : std::span<const TensorScaling>{};
}

} // namespace ulpscope
