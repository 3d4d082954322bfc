// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/judge/would_lose.h"

#include "engine/base/percent.h"
#include "engine/dtype/block_array.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "engine/layer/product.h"
#include "engine/policy/recipe.h"
#include "engine/probe/cast_statistics.h"
#include "engine/tensor/block_ops.h"

#include <array>
#include <cmath>
#include <limits>

namespace ulpscope {

namespace {

/// Dequantised, in the array's own type: float32 where the tensor's values are float32 numbers, as stacks have them.
Result<std::vector<double>> throughBlocks(const TensorSnapshot& tensor, const BlockFormat& format,
    std::span<const std::int64_t> shape, int axis, const BlockOptions& options = {})
{
    std::vector<float> narrow;
    ArrayView view{shape, std::span<const double>(tensor.values)};
    if (contains(float32Format(), *tensor.format)) {
        narrow.assign(tensor.values.begin(), tensor.values.end());
        view.values = std::span<const float>(narrow);
    }
    const Result<QuantizedArray> quantized = quantizeArray(view, format, axis, options);
    if (!quantized)
        return quantized.error();
    return std::visit([](const auto& values) { return std::vector<double>(values.begin(), values.end()); },
        quantized->values);
}

/// element: null where elements are scaled.
WouldLose lossOf(const std::string& name, std::span<const double> before, std::span<const double> after,
    const Format* element)
{
    const CastStatistics s = castStatistics(before, after, element);
    std::int64_t finite = 0;
    std::int64_t compared = 0;
    double signal = 0;
    double noise = 0;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const double x = before[i];
        finite += std::isfinite(x) ? 1 : 0;
        if (!std::isfinite(x) || !std::isfinite(after[i]))
            continue;
        ++compared;
        signal += x * x;
        noise += (x - after[i]) * (x - after[i]);
    }
    WouldLose result;
    result.format = name;
    result.flushedPercent = percent(s.underflows, s.elements - s.zeros);
    result.overflowPercent = percent(s.overflows, finite);
    result.saturatedPercent = percent(s.saturations, finite);
    result.relativeError = compared == 0 ? std::numeric_limits<double>::quiet_NaN()
        : noise == 0                     ? 0
                                         : std::sqrt(noise / signal);
    result.sqnr = s.sqnr;
    result.maxUlpError = element != nullptr ? s.maxUlpError : std::numeric_limits<double>::quiet_NaN();
    return result;
}

/// A product that a recipe rounds the tensor for.
struct RecipeOperand
{
    const char* product; ///< "forward"
    NumericsKnob knob;
    int axis; ///< of [rows, columns]: what the product sums over
};

/// Empty where no product takes tensors of the role.
std::vector<RecipeOperand> operandsOf(TensorRole role)
{
    switch (role) {
    case TensorRole::Input:
    case TensorRole::Output: // the next layer's input
        return {{"forward", NumericsKnob::ForwardInput, 1},
            {"weight gradient", NumericsKnob::WeightGradientInput, 0}};
    case TensorRole::Weight:
        return {{"forward", NumericsKnob::ForwardKernel, 0},
            {"input gradient", NumericsKnob::InputGradientKernel, 1}};
    case TensorRole::OutputGradient:
    case TensorRole::InputGradient: // the output gradient of the layer before
        return {{"input gradient", NumericsKnob::InputGradientOutputGradient, 1},
            {"weight gradient", NumericsKnob::WeightGradientOutputGradient, 0}};
    default:
        return {};
    }
}

double largestMagnitude(std::span<const double> values)
{
    double amax = 0;
    for (const double x : values)
        amax = std::fmax(amax, std::fabs(x));
    return amax;
}

/// As Dense scales by a stored scale, here the one after a step that saw this tensor.
std::vector<double> throughDelayedScale(
    std::span<const double> values, const ScalingSettings& settings, const Format& float8)
{
    TensorScaling scaling = makeTensorScaling("tensor", settings, float8.maxFinite());
    scaling.observe(static_cast<float>(largestMagnitude(values)));
    scaling.commit(StepOutcome::Applied);
    const float scale = scaling.scale();
    const Rounding rounding{.overflow = findOverflowRule("te")};
    std::vector<double> after;
    after.reserve(values.size());
    for (const double x : values) {
        const float scaled = static_cast<float>(x) * scale;
        const auto stored = static_cast<float>(roundToFormat(float8, static_cast<double>(scaled), rounding));
        after.push_back(static_cast<double>(stored * (1 / scale)));
    }
    return after;
}

/// [rows, columns] through the operand's format; transformed operands are compared as they are transformed, which leaves
/// lengths what they are.
Result<WouldLose> throughOperand(const std::string& name, TensorSnapshot matrix, const CastTarget& target,
    int axis, const Kernels& kernels)
{
    const std::array<std::int64_t, 2> shape{matrix.shape[0], matrix.shape[1]};
    if (!target.block) {
        std::vector<double> after;
        for (const double x : matrix.values)
            after.push_back(roundToFormat(*target.format, x, target.rounding));
        return lossOf(name, matrix.values, after, target.format);
    }
    if (target.isTransformed) {
        constexpr Index kGroup = 16;
        const Index length = axis == 0 ? shape[0] : shape[1];
        if (axis != 0 || length % kGroup != 0) // a batch is filled up with zeros
            matrix.values.resize(matrix.values.size()
                + static_cast<std::size_t>((kGroup - length % kGroup) % kGroup * shape[1]));
        const Index rows = static_cast<Index>(matrix.values.size()) / shape[1];
        Arithmetic arithmetic(kernels);
        Tensor plain(Shape{rows, shape[1]},
            carrierOf(*matrix.format) == Carrier::Float ? float32Format() : float64Format());
        for (Index i = 0; i < plain.size(); ++i)
            plain.set(i, matrix.values[static_cast<std::size_t>(i)]);
        Tensor transformed;
        hadamard16(arithmetic, plain, axis, HadamardDirection::Forward, transformed);
        for (Index i = 0; i < plain.size(); ++i)
            matrix.values[static_cast<std::size_t>(i)] = transformed.at(i);
        matrix.format = &transformed.format();
        matrix.shape = transformed.shape();
    }
    const std::array<std::int64_t, 2> extents{matrix.shape[0], matrix.shape[1]};
    const Result<std::vector<double>> after = throughBlocks(matrix, *target.block, extents, axis,
        {target.rounding.mode, target.rounding.randomBits, {1, RandomUse::Rounding, 0, 0}});
    if (!after)
        return Error{name, after.error().text()};
    return lossOf(name, matrix.values, *after, nullptr);
}

} // namespace

Result<WouldLose> wouldLose(const TensorSnapshot& tensor, const std::string& format, const OverflowRule& rule)
{
    check(tensor.format != nullptr, "[wouldLose] a tensor with values");
    const Result<CastTarget> target = castTargetByName(format, true);
    if (!target)
        return target.error();
    if (!target->block) {
        Rounding rounding = target->rounding;
        if (format.find(':') == std::string::npos)
            rounding.overflow = &rule;
        std::vector<double> after;
        after.reserve(tensor.values.size());
        for (const double value : tensor.values)
            after.push_back(roundToFormat(*target->format, value, rounding));
        return lossOf(format, tensor.values, after, target->format);
    }
    if (target->isTransformed || target->rounding.mode != RoundingMode::NearestEven)
        return Error{
            format, "expected a block format without a transform or a rounding mode; a recipe has these"};
    std::vector<std::int64_t> shape;
    for (int axis = 0; axis < tensor.shape.rank(); ++axis)
        shape.push_back(tensor.shape[axis]);
    if (shape.empty())
        shape.push_back(static_cast<std::int64_t>(tensor.values.size()));
    const Result<std::vector<double>> after = throughBlocks(tensor, *target->block, shape, -1);
    if (!after)
        return Error{format, after.error().text()};
    return lossOf(format, tensor.values, *after, nullptr);
}

bool isRoundedByRecipes(TensorRole role)
{
    return !operandsOf(role).empty();
}

Result<std::vector<WouldLose>> wouldLoseUnder(
    const TensorSnapshot& tensor, const Component& recipe, const Kernels& kernels)
{
    check(tensor.format != nullptr, "[wouldLoseUnder] a tensor with values");
    const Result<Recipe> made = makeRecipe(recipe);
    if (!made)
        return made.error();
    const std::vector<RecipeOperand> operands = operandsOf(tensor.name.role);
    if (operands.empty())
        return Error{recipe.className,
            "recipes round what products take: inputs, weights and gradients of outputs; '" + tensor.name.name
                + "' is none of these, so ask for a format"};
    TensorSnapshot matrix = tensor;
    const Index columns = tensor.shape.rank() == 0 ? 1 : tensor.shape.last();
    matrix.shape = Shape{static_cast<Index>(tensor.values.size()) / std::max<Index>(columns, 1), columns};
    std::vector<WouldLose> losses;
    std::optional<CastTarget> before;
    for (const RecipeOperand& operand : operands) {
        const std::string name = recipe.className + ", " + operand.product;
        const std::optional<std::string>& text = made->operands[operand.knob];
        if (!text) {
            losses.push_back(
                lossOf(name, tensor.values, tensor.values, tensor.format)); // as the policy has it
            continue;
        }
        const Result<CastTarget> target = castTargetByName(*text, true);
        if (!target)
            return target.error();
        if (roundAlike(before, *target)) { // one row for both products
            losses.back().format = recipe.className;
            continue;
        }
        before = *target;
        if (made->scaling) {
            const Format& float8 = *target->format;
            losses.push_back(lossOf(
                name, tensor.values, throughDelayedScale(tensor.values, *made->scaling, float8), nullptr));
            continue;
        }
        const Result<WouldLose> loss = throughOperand(name, matrix, *target, operand.axis, kernels);
        if (!loss)
            return loss.error();
        losses.push_back(*loss);
    }
    return losses;
}

const std::vector<std::string>& commonTrainingFormats()
{
    static const std::vector<std::string> formats{"float32", "tf32", "bfloat16", "float16", "float8_e4m3fn",
        "float8_e5m2", "mxfp8", "mxfp6", "mxfp4", "nvfp4"};
    return formats;
}

} // namespace ulpscope
