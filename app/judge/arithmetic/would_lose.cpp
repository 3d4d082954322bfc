// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/arithmetic/would_lose.h"

#include "engine/base/percent.h"
#include "engine/dtype/block_array.h"
#include "engine/dtype/rounding.h"
#include "engine/layer/product_overrides.h"
#include "engine/policy/recipe.h"
#include "engine/tensor/block_ops.h"
#include "engine/tensor/cast_loss.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope {

namespace {

/// element: null where elements are scaled.
WouldLose wouldLoseOf(const std::string& name, const CastLoss& loss, const Format* element)
{
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    WouldLose result;
    result.format = name;
    result.flushedPercent = percent(loss.flushed, loss.elements - loss.zeros);
    result.overflowPercent = percent(loss.finite - loss.compared, loss.finite);
    result.saturatedPercent = percent(loss.saturated, loss.finite);
    result.relativeError = loss.compared == 0 ? kNan
        : loss.noise == 0                     ? 0
                                              : std::sqrt(loss.noise / loss.signal);
    result.sqnr
        = 10 * std::log10(loss.signal / loss.noise); // infinity for no noise, NaN for nothing to compare
    result.maxUlpError
        = element != nullptr && loss.compared > 0 ? maxUlpError(loss, *element) : kNan; // likewise
    return result;
}

/// A tensor's values, in whatever shape they are seen.
struct ShapedValues
{
    std::span<const double> values;
    Shape shape;
    const Format& format;
};

/// The error names the format.
Result<WouldLose> wouldLoseInBlocks(const std::string& name, const ShapedValues& array,
    const BlockFormat& format, int axis, const Kernels& kernels, const BlockOptions& options = {})
{
    if (const Result<BlockLayout> layout = layOutBlocks(format.block, array.shape.extents(), axis); !layout)
        return Error{name, layout.error().sentence()};
    Arithmetic arithmetic(kernels);
    return wouldLoseOf(name,
        blockCastLoss(arithmetic, array.values, array.shape, array.format, format, axis, options), nullptr);
}

/// A product that a recipe rounds the tensor for.
struct RecipeOperand
{
    const char* product; ///< "forward"
    NumericsOverride setting;
    int axis; ///< the axis of [rows, columns] that the product sums over
};

/// Returns an empty list where no product takes tensors of the role.
std::vector<RecipeOperand> operandsOf(TensorRole role)
{
    switch (role) {
    case TensorRole::Input:
    case TensorRole::Output: // the next layer's input
        return {{"forward", NumericsOverride::ForwardInput, 1},
            {"weight gradient", NumericsOverride::WeightGradientInput, 0}};
    case TensorRole::Weight:
        return {{"forward", NumericsOverride::ForwardKernel, 0},
            {"input gradient", NumericsOverride::InputGradientKernel, 1}};
    case TensorRole::OutputGradient:
    case TensorRole::InputGradient: // the output gradient of the layer before
        return {{"input gradient", NumericsOverride::InputGradientOutputGradient, 1},
            {"weight gradient", NumericsOverride::WeightGradientOutputGradient, 0}};
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

/// Loss of a cast with a stored scale, as in Dense; here the scale that follows a step with this tensor.
CastLoss delayedScaleLoss(const Arithmetic& arithmetic, std::span<const double> values,
    const ScalingSettings& settings, const Format& float8)
{
    TensorScaling scaling = makeTensorScaling("tensor", settings, float8.maxFinite());
    scaling.observe(static_cast<float>(largestMagnitude(values)));
    scaling.commit(StepOutcome::Applied);
    return scaledCastLoss(
        arithmetic, values, float8, Rounding{.overflow = findOverflowRule("te")}, scaling.scale());
}

/// A matrix' values after the random Hadamard transform along an axis; a batch is filled up with zeros.
struct TransformedMatrix
{
    std::vector<double> values;
    Shape shape;
    const Format* format = nullptr; ///< the carrier's
};
TransformedMatrix transformed(const ShapedValues& matrix, int axis, const Kernels& kernels)
{
    constexpr Index kGroup = 16;
    const Index columns = matrix.shape[1];
    const Index missing = (kGroup - matrix.shape[axis] % kGroup)
        % kGroup; // rows that are missing to a whole group of the batch
    TransformedMatrix result{{matrix.values.begin(), matrix.values.end()}, {}, nullptr};
    result.values.resize(result.values.size() + static_cast<std::size_t>(missing * columns));
    Tensor plain(
        Shape{static_cast<Index>(result.values.size()) / columns, columns}, carrierFormat(matrix.format));
    for (Index i = 0; i < plain.size(); ++i)
        plain.set(i, result.values[static_cast<std::size_t>(i)]);
    Arithmetic arithmetic(kernels);
    Tensor after;
    hadamard16(arithmetic, plain, axis, HadamardDirection::Forward, after);
    for (Index i = 0; i < after.size(); ++i)
        result.values[static_cast<std::size_t>(i)] = after.at(i);
    result.shape = after.shape();
    result.format = &after.format();
    return result;
}

/// [rows, columns] through the operand's format; transformed operands are compared as they are transformed, which leaves
/// lengths what they are.
Result<WouldLose> throughOperand(const std::string& name, const ShapedValues& matrix,
    const CastTarget& target, int axis, const Kernels& kernels)
{
    if (!target.block)
        return wouldLoseOf(name,
            castLoss(Arithmetic(kernels), matrix.values, *target.format, target.rounding), target.format);
    const BlockOptions options{.mode = target.rounding.mode,
        .randomBits = target.rounding.randomBits,
        .key = {1, RandomUse::Rounding, 0, 0}};
    if (!target.isTransformed)
        return wouldLoseInBlocks(name, matrix, *target.block, axis, kernels, options);
    const TransformedMatrix other = transformed(matrix, axis, kernels);
    return wouldLoseInBlocks(
        name, {other.values, other.shape, *other.format}, *target.block, axis, kernels, options);
}

} // namespace

Result<WouldLose> wouldLose(
    const TensorSnapshot& tensor, const std::string& format, const Kernels& kernels, const OverflowRule& rule)
{
    check(tensor.format != nullptr, "[wouldLose] a tensor with values");
    const Result<CastTarget> target = castTargetByName(format, true);
    if (!target)
        return target.error();
    if (!target->block) {
        Rounding rounding = target->rounding;
        if (format.find(':') == std::string::npos)
            rounding.overflow = &rule;
        return wouldLoseOf(
            format, castLoss(Arithmetic(kernels), tensor.values, *target->format, rounding), target->format);
    }
    if (target->isTransformed || target->rounding.mode != RoundingMode::NearestEven)
        return Error{
            format, "expected a block format without a transform or a rounding mode; a recipe has these"};
    const Shape shape
        = tensor.shape.rank() > 0 ? tensor.shape : Shape{static_cast<Index>(tensor.values.size())};
    return wouldLoseInBlocks(format, {tensor.values, shape, *tensor.format}, *target->block, -1, kernels);
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
    const Index columns = tensor.shape.last();
    const Index rows = static_cast<Index>(tensor.values.size()) / std::max<Index>(columns, 1);
    const ShapedValues matrix{tensor.values, Shape{rows, columns}, *tensor.format};
    std::vector<WouldLose> losses;
    const Arithmetic arithmetic(kernels);
    std::optional<CastTarget> before;
    for (const RecipeOperand& operand : operands) {
        const std::string name = recipe.className + ", " + operand.product;
        const std::optional<std::string>& text = made->operands[operand.setting];
        if (!text) {
            losses.push_back(wouldLoseOf(name, castLoss(arithmetic, tensor.values, *tensor.format, {}),
                tensor.format)); // the format that the policy gives this tensor
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
            losses.push_back(wouldLoseOf(
                name, delayedScaleLoss(arithmetic, tensor.values, *made->scaling, float8), nullptr));
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
