// SPDX-License-Identifier: GPL-3.0-or-later
// Equations of EinsumDense. The lines: equation, bias axes, output shape, input shape (digits: extents from 0 to 9, "-"
// before one: negative). What is accepted and small is computed forward and backward, and again by loops over all letters.
#include "tests/fuzz/fuzz_target.h"

#include "engine/layer/layer.h"
#include "engine/layer/layer_catalog.h"
#include "engine/layer/support/einsum_equation.h"
#include "engine/tensor/ops.h"
#include "tests/fuzz/loaded_kernels.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace {

using namespace ulpscope;
using fuzz::require;

constexpr Index kBatch = 2;
constexpr Index kMaxElements = 256; ///< of a tensor that is computed
constexpr Index kMaxProducts = 2048; ///< of all letters' extents

std::vector<std::int64_t> extentsOf(std::string_view line)
{
    std::vector<std::int64_t> extents;
    bool isNegative = false;
    for (const char c : line) {
        if (c >= '0' && c <= '9')
            extents.push_back(isNegative ? '0' - c : c - '0');
        if (c == 'H') // huge
            extents.push_back(std::int64_t{1} << 40);
        isNegative = c == '-';
    }
    return extents;
}

bool isPermutation(std::vector<int> order)
{
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i < order.size(); ++i)
        if (order[i] != static_cast<int>(i))
            return false;
    return true;
}

void checkPlan(const EinsumProduct& product, const Shape& input)
{
    for (const std::vector<int>& order : {product.inputOrder, product.kernelOrder, product.outputOrder,
             product.inputBack, product.kernelBack, product.outputBack})
        require(isPermutation(order), "an order is a permutation");
    require(
        static_cast<int>(product.inputOrder.size()) == input.rank() + 1, "the input's order has its axes");
    require(product.summed * product.pieces * product.rows * product.contracted == input.elements(),
        "the input's kinds of axes make up the input");
    require(product.pieces * product.contracted * product.units == product.kernel.elements(),
        "the kernel's kinds of axes make up the kernel");
    require(product.pieces * product.rows * product.units == product.output.elements(),
        "the output's kinds of axes make up the output");
}

/// Small integers, of which sums of products are exact in any order.
void fillWithIntegers(Tensor& tensor, Index factor)
{
    for (Index i = 0; i < tensor.size(); ++i)
        tensor.set(i, static_cast<double>(i * factor % 7 - 3));
}

/// The index of the element that the letters' current values name.
Index offsetOf(std::string_view letters, const Shape& shape, const std::map<char, Index>& at)
{
    Index offset = 0;
    for (int axis = 0; axis < shape.rank(); ++axis)
        offset = offset * shape[axis] + at.at(letters[static_cast<std::size_t>(axis)]);
    return offset;
}

/// One step through all combinations of the letters; false after the last.
bool nextCombination(const std::map<char, Index>& extents, std::map<char, Index>& at)
{
    for (auto& [letter, index] : at) {
        if (++index < extents.at(letter))
            return true;
        index = 0;
    }
    return false;
}

/// letters: of the three tensors, without "...".
void compareWithLoops(std::string_view equation, const Tensor& x, const Tensor& w, const Tensor& gradient,
    const Tensor& y, const Tensor& dw, const Tensor& dx)
{
    const std::size_t comma = equation.find(',');
    const std::size_t arrow = equation.find("->");
    const std::string_view ofX = equation.substr(0, comma);
    const std::string_view ofW = equation.substr(comma + 1, arrow - comma - 1);
    const std::string_view ofY = equation.substr(arrow + 2);
    std::map<char, Index> extents;
    const auto addLetters = [&](std::string_view letters, const Shape& shape) {
        require(letters.size() == static_cast<std::size_t>(shape.rank()), "each letter is an axis");
        for (int axis = 0; axis < shape.rank(); ++axis)
            extents[letters[static_cast<std::size_t>(axis)]] = shape[axis];
    };
    addLetters(ofX, x.shape());
    addLetters(ofW, w.shape());
    addLetters(ofY, y.shape());
    std::map<char, Index> at;
    Index products = 1;
    for (const auto& [letter, extent] : extents) {
        at[letter] = 0;
        products *= extent;
        if (products > kMaxProducts)
            return;
    }
    std::vector<double> expectedY(static_cast<std::size_t>(y.size()));
    std::vector<double> expectedW(static_cast<std::size_t>(w.size()));
    std::vector<double> expectedX(static_cast<std::size_t>(x.size()));
    do {
        const Index i = offsetOf(ofX, x.shape(), at);
        const Index j = offsetOf(ofW, w.shape(), at);
        const Index k = offsetOf(ofY, y.shape(), at);
        expectedY[static_cast<std::size_t>(k)] += x.at(i) * w.at(j);
        expectedW[static_cast<std::size_t>(j)] += x.at(i) * gradient.at(k);
        expectedX[static_cast<std::size_t>(i)] += w.at(j) * gradient.at(k);
    } while (nextCombination(extents, at));
    const auto isEqual = [](const Tensor& tensor, const std::vector<double>& expected) {
        for (Index i = 0; i < tensor.size(); ++i)
            if (tensor.at(i) != expected[static_cast<std::size_t>(i)])
                return false;
        return true;
    };
    require(isEqual(y, expectedY), "the product is the equation's");
    require(isEqual(dw, expectedW), "the kernel's gradient is the equation's");
    require(isEqual(dx, expectedX), "the input's gradient is the equation's");
}

void compute(const std::string& equation, const Config& config, const Shape& shape)
{
    const LayerClass& row = *findRow(layerCatalog(), "EinsumDense");
    const auto layer
        = std::make_unique<Layer>(LayerOptions{config, LayerNumerics::float64(), 1, 0}, row.formula);
    const std::array inputs{shape};
    require(layer->outputShape(inputs).ok(), "a layer takes what its equation takes");
    Arithmetic arithmetic(fuzz::loadedKernels());
    layer->build(inputs, arithmetic);
    Tensor& w = layer->variables()[0].value;
    Tensor x(shape.withBatch(kBatch), float64Format());
    fillWithIntegers(x, 5);
    fillWithIntegers(w, 3);
    const StepContext context{arithmetic};
    const std::array<const Tensor*, 1> given{&x};
    Tensor y;
    layer->forward(context, given, y);
    Tensor gradient(y.shape(), float64Format());
    fillWithIntegers(gradient, 4);
    std::array<Tensor, 1> dx;
    layer->backward(context, given, y, gradient, dx);
    if (equation.find("...") == std::string::npos && config.text("bias_axes").empty())
        compareWithLoops(equation, x, w, gradient, y, layer->variables()[0].gradient, dx[0]);
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string_view text = fuzz::textOf(data, size);
    const std::string equation(fuzz::takeLine(text));
    const std::string biasAxes(fuzz::takeLine(text));
    const std::vector<std::int64_t> outputShape = extentsOf(fuzz::takeLine(text));
    Shape input;
    for (const std::int64_t extent : extentsOf(fuzz::takeLine(text))) {
        if (extent < 1 || input.rank() + 1 == Shape::kMaxRank || extent > (Index{1} << 26) / input.elements())
            return 0; // no input that a plan lets through
        input.append(extent);
    }
    if (input.rank() == 0)
        return 0;
    const Result<EinsumProduct> product = einsumProduct(equation, biasAxes, outputShape, input);
    if (!product) {
        require(!product.error().message.empty() && !product.error().place.empty(),
            "an error has a place and a message");
        return 0;
    }
    checkPlan(*product, input);
    if (std::max({input.elements(), product->kernel.elements(), product->output.elements()}) > kMaxElements)
        return 0;
    const Result<Config> config
        = checkConfig({{"equation", equation}, {"output_shape", outputShape}, {"bias_axes", biasAxes}},
            findRow(layerCatalog(), "EinsumDense")->parameters);
    if (config)
        compute(equation, *config, input);
    return 0;
}
