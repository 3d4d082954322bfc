// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/core/einsum_dense.h"

#include "engine/graph/functions.h"
#include "engine/layer/layer_call.h"
#include "engine/layer/support/initializer.h"
#include "engine/tensor/layout_ops.h"

#include <algorithm>
#include <utility>

namespace ulpscope {

namespace {

bool isIdentity(std::span<const int> order)
{
    return std::is_sorted(order.begin(), order.end());
}

/// The shape whose axis i is axis order[i] of this one.
Shape ordered(const Shape& shape, std::span<const int> order)
{
    Shape result;
    for (const int axis : order)
        result.append(shape[axis]);
    return result;
}

} // namespace

EinsumDense::EinsumDense(LayerOptions layerOptions)
    : Layer(std::move(layerOptions))
    , m_activation(options().config.text("activation"))
    // Keras adds the quantized kernel without its regularizer
    , m_penalties(
          options().config, {numerics().integerKernel ? "" : "kernel_regularizer", "bias_regularizer"})
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
    if (const Status penalties = Penalties::check(options().config); !penalties)
        return penalties.error();
    const Result<EinsumProduct> found = product(inputs[0]);
    if (!found)
        return found.error();
    if (const Status initializers = checkInitializers(options().config,
            {{"kernel_initializer", found->kernel.rank()}, {"bias_initializer", found->bias.rank()}});
        !initializers)
        return initializers.error();
    if (found->pieces > 1 && (numerics().scaling || numerics().integerKernel))
        return Error{"equation",
            "not supported under float8, int8 and int4: an axis that input, kernel and output share"};
    return found->output;
}

Index EinsumDense::weightCount(std::span<const Shape> inputs) const
{
    const EinsumProduct found = *product(inputs[0]);
    return found.kernel.elements() + (hasBias() ? found.bias.elements() : 0);
}

Index EinsumDense::multiplyAdds(std::span<const Shape> inputs) const
{
    const Result<EinsumProduct> known = product(inputs[0]);
    return known ? known->rows * known->kernel.elements() : 0;
}

void EinsumDense::build(std::span<const Shape> inputs, Arithmetic& arithmetic)
{
    m_product = *product(inputs[0]);
    m_isPlainKernel = m_product.pieces == 1 && isIdentity(m_product.kernelOrder);
    m_isPlainInput = m_product.pieces == 1 && m_product.summed == 1 && isIdentity(m_product.inputOrder);
    m_isPlainOutput = isIdentity(m_product.outputOrder);
    const Config& config = options().config;
    const RandomKey key{options().seed, RandomUse::Initializer, options().index * 16, 0};
    m_variables.clear();
    Variable kernel{"kernel", {}, {}};
    initialize(arithmetic, config.text("kernel_initializer"), m_product.kernel, m_product.contracted,
        m_product.pieces * m_product.units, key, *numerics().variable, kernel.value);
    kernel.trainable = !numerics().integerKernel.has_value();
    m_variables.push_back(std::move(kernel));
    if (hasBias()) {
        m_biasAxes = *AxesLast::find(m_product.biasAxes, m_product.output, false);
        RandomKey biasKey = key;
        biasKey.stream += 1;
        Variable bias{"bias", {}, {}};
        initialize(arithmetic, config.text("bias_initializer"), m_product.bias, biasKey, *numerics().variable,
            bias.value);
        m_variables.push_back(std::move(bias));
    }

    LayerOptions dense = options();
    if (dense.numerics.integerKernel)
        dense.numerics.integerKernel->dividesKernel = true;
    const std::string zeros = "zeros";
    dense.config = {{"units", m_product.units}, {"activation", std::string("linear")}, {"use_bias", false},
        {"kernel_initializer", zeros}, {"bias_initializer", zeros}};
    m_pieces = std::vector<Piece>(static_cast<std::size_t>(m_product.pieces));
    const Shape contracted{m_product.contracted};
    for (Piece& piece : m_pieces) {
        piece.dense = std::make_unique<Dense>(dense);
        piece.dense->build(std::span(&contracted, 1), arithmetic);
        ++dense.seed; // of the draws with which operands are rounded
    }
}

void EinsumDense::lendKernel()
{
    Tensor& stored = m_variables[0].value;
    const Shape matrix{m_product.contracted, m_product.units};
    if (isPlainKernel()) {
        std::swap(stored, kernelOf(m_pieces[0]));
        kernelOf(m_pieces[0]).reshape(matrix);
        return;
    }
    permuteAxes(stored, m_product.kernel, m_product.kernelOrder, m_kernel);
    for (std::size_t i = 0; i < m_pieces.size(); ++i)
        copyPiece(m_kernel, static_cast<Index>(i) * matrix.elements(), matrix, kernelOf(m_pieces[i]));
}

void EinsumDense::takeKernelBack()
{
    if (!isPlainKernel())
        return;
    std::swap(m_variables[0].value, kernelOf(m_pieces[0]));
    m_variables[0].value.reshape(m_product.kernel);
}

void EinsumDense::takeKernelGradient()
{
    Variable& kernel = m_variables[0];
    if (!kernel.trainable)
        return;
    Tensor& first = m_pieces[0].dense->variables()[0].gradient;
    if (isPlainKernel()) {
        std::swap(kernel.gradient, first);
        kernel.gradient.reshape(m_product.kernel);
        return;
    }
    const Shape shape = ordered(m_product.kernel, m_product.kernelOrder);
    m_kernel.reset(shape, first.format());
    for (std::size_t i = 0; i < m_pieces.size(); ++i) {
        const Tensor& gradient = m_pieces[i].dense->variables()[0].gradient;
        placePiece(gradient, m_kernel, static_cast<Index>(i) * gradient.size());
    }
    permuteAxes(m_kernel, shape, m_product.kernelBack, kernel.gradient);
}

void EinsumDense::permuteInput(Arithmetic& arithmetic, const Tensor& x)
{
    const Index elements = x.size() / m_product.summed;
    if (m_product.summed == 1) {
        permuteAxes(x, x.shape(), m_product.inputOrder, m_input);
    } else { // in the dtype in which the input is multiplied
        permuteAxes(x, x.shape(), m_product.inputOrder, m_permuted);
        m_permuted.reshape(Shape{m_product.summed, elements});
        columnSums(arithmetic, m_permuted, m_input);
    }
    m_input.reshape(operand(elements / m_product.contracted));
}

Shape EinsumDense::operand(Index rows) const
{
    const bool isMatrix = m_product.pieces == 1 && m_product.rows == 1 && m_product.outputOrder.size() == 2;
    return isMatrix ? Shape{rows, m_product.contracted} : Shape{1, rows, m_product.contracted};
}

void EinsumDense::multiply(const StepContext& context, Tensor& result)
{
    if (m_pieces.size() == 1) {
        const Tensor* input = &m_input;
        m_pieces[0].dense->forward(context, std::span(&input, 1), result);
        return;
    }
    const Shape matrix = operand(m_input.rows() / m_product.pieces);
    for (std::size_t i = 0; i < m_pieces.size(); ++i) {
        Piece& piece = m_pieces[i];
        const auto index = static_cast<Index>(i);
        copyPiece(m_input, index * matrix.elements(), matrix, piece.input);
        const Tensor* input = &piece.input;
        piece.dense->forward(context, std::span(&input, 1), piece.output);
        if (i == 0)
            result.reset(Shape{m_input.rows(), m_product.units}, piece.output.format());
        placePiece(piece.output, result, index * piece.output.size());
    }
}

void EinsumDense::addBias(Arithmetic& arithmetic, Tensor& output)
{
    const Tensor& bias
        = m_pieces[0].dense->roundedBias(arithmetic, m_variables[1].value, output.format(), m_bias);
    if (m_biasAxes.areInPlace()) {
        const Shape shape = output.shape();
        output.reshape(Shape{output.size() / bias.size(), bias.size()});
        addRow(arithmetic, output, bias);
        output.reshape(shape);
        return;
    }
    m_biasAxes.toLast(output, m_moved);
    addRow(arithmetic, m_moved, bias);
    m_biasAxes.fromLast(m_moved, output.shape(), output);
}

void EinsumDense::differentiateBias(const StepContext& context, const Tensor& gradient)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Index columns = m_product.bias.elements();
    if (m_isPlainOutput && m_biasAxes.areInPlace()) {
        Shape summed;
        for (int axis = 0; axis < gradient.shape().rank() - m_product.bias.rank(); ++axis)
            summed.append(gradient.shape()[axis]);
        summed.append(columns);
        m_gradient.reshape(summed);
        // A product's rows stay one axis only where the bias has one too: XLA moves a reshape through the product for it.
        columnSums(arithmetic, m_gradient, m_variables[1].gradient, numerics().biasSums,
            context.gradientRowsAreOne && m_activation.isLinear() && m_product.bias.rank() == 1);
    } else {
        m_biasAxes.toLast(gradient, m_moved);
        columnSums(arithmetic, m_moved, m_variables[1].gradient, numerics().biasSums);
    }
    m_pieces[0].dense->roundBiasGradient(arithmetic, m_variables[1].gradient);
    m_variables[1].gradient.reshape(m_product.bias);
}

void EinsumDense::forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
{
    Arithmetic& arithmetic = context.arithmetic;
    permuteInput(arithmetic, *inputs[0]);
    lendKernel();
    multiply(context, m_isPlainOutput ? output : m_result);
    takeKernelBack();
    const Shape shape = m_product.output.withBatch(inputs[0]->shape()[0]);
    if (m_isPlainOutput)
        output.reshape(shape);
    else
        permuteAxes(m_result, ordered(shape, m_product.outputOrder), m_product.outputBack, output);
    if (hasBias())
        addBias(arithmetic, output);
    m_activation.apply(arithmetic, output);
    m_penalty = m_penalties.evaluate(arithmetic, m_variables, output);
}

void EinsumDense::backward(const StepContext& context, std::span<const Tensor* const> inputs,
    const Tensor& output, const Tensor& outputGradient, std::span<Tensor> inputGradients)
{
    Arithmetic& arithmetic = context.arithmetic;
    const Tensor& gradient = m_activation.gradient(
        arithmetic, output, m_penalties.outputGradient(context, output, outputGradient));
    permuteAxes(gradient, gradient.shape(), m_product.outputOrder, m_gradient);
    if (hasBias())
        differentiateBias(context, gradient);
    m_gradient.reshape(Shape{m_input.rows(), m_product.units});

    const bool isWanted = !inputGradients.empty();
    lendKernel();
    if (m_pieces.size() == 1) {
        const Tensor* input = &m_input;
        m_pieces[0].dense->backward(context, std::span(&input, 1), output, m_gradient,
            isWanted ? std::span(&m_inputGradient, 1) : std::span<Tensor>());
    } else {
        const Shape matrix{m_gradient.rows() / m_product.pieces, m_product.units};
        for (std::size_t i = 0; i < m_pieces.size(); ++i) {
            Piece& piece = m_pieces[i];
            const auto index = static_cast<Index>(i);
            copyPiece(m_gradient, index * matrix.elements(), matrix, piece.gradient);
            const Tensor* input = &piece.input;
            piece.dense->backward(context, std::span(&input, 1), piece.output, piece.gradient,
                isWanted ? std::span(&piece.inputGradient, 1) : std::span<Tensor>());
            if (isWanted && i == 0)
                m_inputGradient.reset(m_input.shape(), piece.inputGradient.format());
            if (isWanted)
                placePiece(piece.inputGradient, m_inputGradient, index * piece.input.size());
        }
    }
    takeKernelBack();
    takeKernelGradient();
    if (isWanted)
        permuteInputGradient(inputs[0]->shape(), inputGradients[0]);
    m_penalties.addToGradients(context, m_variables);
}

void EinsumDense::permuteInputGradient(const Shape& shape, Tensor& out)
{
    const Tensor* gradient = &m_inputGradient;
    if (m_product.summed > 1) {
        repeatRow(m_inputGradient, m_product.summed, m_repeated);
        gradient = &m_repeated;
    }
    permuteAxes(*gradient, ordered(shape, m_product.inputOrder), m_product.inputBack, out);
}

std::vector<std::string> EinsumDense::variableNames() const
{
    return hasBias() ? std::vector<std::string>{"kernel", "bias"} : std::vector<std::string>{"kernel"};
}

/// Null where the tensor has several pieces: each has scales of its own.
std::span<const TensorScaling> EinsumDense::scalings() const
{
    return m_pieces.size() == 1 ? m_pieces[0].dense->scalings() : std::span<const TensorScaling>{};
}

void EinsumDense::saveScalings(std::vector<TensorScaling>& kept) const
{
    const std::size_t each = m_pieces.front().dense->scalings().size();
    kept.resize(m_pieces.size() * each);
    for (std::size_t i = 0; i < m_pieces.size(); ++i)
        std::ranges::copy(
            m_pieces[i].dense->scalings(), kept.begin() + static_cast<std::ptrdiff_t>(i * each));
}

void EinsumDense::restoreScalings(std::span<const TensorScaling> kept)
{
    const std::size_t each = kept.size() / m_pieces.size();
    for (std::size_t i = 0; i < m_pieces.size(); ++i)
        m_pieces[i].dense->restoreScalings(kept.subspan(i * each, each));
}

bool EinsumDense::nextScalingIsFinite() const
{
    return std::all_of(m_pieces.begin(), m_pieces.end(),
        [](const Piece& piece) { return piece.dense->nextScalingIsFinite(); });
}

void EinsumDense::commitScaling(StepOutcome outcome)
{
    for (Piece& piece : m_pieces)
        piece.dense->commitScaling(outcome);
}

std::optional<graph::Value> einsumDenseFormula(const LayerCall& call)
{
    const graph::Value& x = call.inputs[0];
    const Config& config = call.config();
    graph::Builder& builder = call.builder;
    const EinsumProduct of = *einsumProduct(
        config.text("equation"), config.text("bias_axes"), config.list("output_shape"), call.example());
    const Index rows = of.rows * call.output[0];
    graph::Value input = builder.permute(x, of.inputOrder);
    if (of.summed > 1)
        input = builder.sum(builder.reshape(input, {of.summed, of.pieces * rows * of.contracted}), 1,
            graph::SumOrder::Windows);
    const graph::Value kernel = builder.permute(call.variable("kernel", of.kernel), of.kernelOrder);
    const bool isOne = of.pieces == 1;
    const graph::Value left
        = builder.reshape(input, isOne ? Shape{rows, of.contracted} : Shape{of.pieces, rows, of.contracted});
    const graph::Value right = builder.reshape(
        kernel, isOne ? Shape{of.contracted, of.units} : Shape{of.pieces, of.contracted, of.units});
    const graph::Value product
        = isOne ? matmul(left, right) : builder.batchedProduct(left, right, Transpose::None);
    graph::Value y
        = builder.permute(builder.reshape(product, ordered(call.output, of.outputOrder)), of.outputBack);
    if (!config.text("bias_axes").empty())
        y = y
            + builder.reshape(call.variable("bias", of.bias),
                graph::withOnes(call.output, static_cast<std::uint8_t>(~call.axes(of.biasAxes))));
    return graph::activation(config.text("activation"), y);
}

} // namespace ulpscope
