// SPDX-License-Identifier: GPL-3.0-or-later
// EinsumDense: y = activation(einsum(equation, x, W) + b), for every equation of Keras' (einsum_equation.h). Permuted, it is a product of
// matrices, or one for each element of the axes that input, kernel and output share. "abc,cde->abde": x [batch, T, in],
// W [in, heads, dim], b [heads, dim], y [batch, T, heads, dim]
#include "engine/graph/functions.h"
#include "engine/layer/layer_call.h"
#include "engine/layer/support/einsum_equation.h"

namespace ulpscope {

namespace {

Result<EinsumProduct> productOf(const Config& config, const Shape& input)
{
    return einsumProduct(
        config.text("equation"), config.text("bias_axes"), config.list("output_shape"), input);
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

Result<Shape> einsumDenseShape(const Config& config, std::span<const Shape> inputs)
{
    const Result<EinsumProduct> found = productOf(config, inputs[0]);
    return found ? Result<Shape>(found->output) : Result<Shape>(found.error());
}

std::vector<std::string> einsumDenseVariables(const Config& config)
{
    return kernelAndBias(!config.text("bias_axes").empty());
}

std::pair<Index, Index> einsumDenseFans(const Config& config, const Shape& input)
{
    const EinsumProduct of = *productOf(config, input);
    return {of.contracted, of.pieces * of.units};
}

graph::Value einsumDenseFormula(const LayerCall& call)
{
    const graph::Value& x = call.inputs[0];
    const Config& config = call.config();
    graph::Builder& builder = call.builder;
    const EinsumProduct of = *productOf(config, call.example());
    const Index rows = of.rows * call.output[0];
    graph::Value input = builder.permute(x, of.inputOrder);
    if (of.summed > 1)
        input = builder.sum(builder.reshape(input, {of.summed, of.pieces * rows * of.contracted}), 1,
            graph::SumOrder::Windows);
    const graph::Value kernel = builder.permute(call.variable("kernel", of.kernel), of.kernelOrder);
    const graph::Value left = builder.reshape(input, {of.pieces * rows, of.contracted});
    const graph::Value right = builder.reshape(kernel, {of.pieces * of.contracted, of.units});
    const graph::Value product
        = of.pieces == 1 ? matmul(left, right) : graph::productOfPieces(left, right, of.pieces);
    graph::Value y
        = builder.permute(builder.reshape(product, ordered(call.output, of.outputOrder)), of.outputBack);
    if (!config.text("bias_axes").empty())
        y = y
            + builder.reshape(call.variable("bias", of.bias),
                graph::withOnes(call.output, static_cast<std::uint8_t>(~call.axes(of.biasAxes))));
    return graph::activation(config.text("activation"), y);
}

} // namespace ulpscope
