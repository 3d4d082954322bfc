// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/loss_formula.h"

#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "engine/graph/functions.h"
#include "engine/loss/loss_catalog.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace ulpscope {

using graph::Builder;
using graph::Operation;
using graph::Value;

namespace {

/// keras.config.epsilon(), to which probabilities are clipped.
constexpr double kProbabilityEpsilon = 1e-7;
constexpr double kLargestInverse = 1e12; ///< 1 / epsilon of keras.ops.normalize

/// A number of Python's as a value of x's dtype, rounded once.
Value numberLike(const Value& x, double number)
{
    return x.builder().constant(roundToFormat(*x.format(), number), x.format());
}

Value equal(const Value& a, const Value& b)
{
    return a.builder().apply(Operation::Equal, {a, b});
}

/// keras.ops.clip; a NaN stays one.
Value clipped(const Value& x, const Value& lowest, const Value& highest)
{
    return minimum(maximum(x, lowest), highest);
}

/// The number where x was not clipped.
Value whereKept(
    const Value& x, const Value& lowest, const Value& highest, const Value& number, double otherwise = 0)
{
    Builder& builder = x.builder();
    const Value isBelow = builder.apply(Operation::Greater, {lowest, x});
    const Value isAbove = builder.apply(Operation::Greater, {x, highest});
    return select(isBelow, otherwise, select(isAbove, otherwise, number));
}

Value lowestOf(const Value& x)
{
    return numberLike(x, kProbabilityEpsilon);
}
Value highestOf(const Value& x)
{
    return numberLike(x, 1 - kProbabilityEpsilon);
}

std::uint8_t lastAxis(const Value& x)
{
    return static_cast<std::uint8_t>(1U << (x.shape().rank() - 1));
}

/// Sums of terms of fewer digits than float32 has are float32's, rounded once (jax/_src/numpy/reductions.py: upcast_f16_for_computation).
Value wideSum(const Value& x, std::uint8_t axes)
{
    const Format& wide
        = x.format()->precision() < float32Format().precision() ? float32Format() : *x.format();
    return x.builder().sum(x.builder().cast(x, wide), axes, graph::SumOrder::Sequential);
}

/// x^2. Doubling for its gradient rounds nothing that float32 holds: XLA drops the casts between the two products.
Value squared(const Value& x)
{
    return x.builder().group(
        "square", {x}, [&] { return x * x; },
        [](std::span<const Value> of, const Value&, const Value& g, std::size_t) {
            Builder& builder = g.builder();
            const Format& format = *g.format();
            const Format& wide = format.precision() < float32Format().precision() ? float32Format() : format;
            return builder.cast(builder.cast(g, wide) * (2 * builder.cast(of[0], wide)), format);
        });
}

Value sumOfRow(const Value& x)
{
    return x.builder().cast(wideSum(x, lastAxis(x)), *x.format());
}

/// A number of each row, for each of its classes.
Value acrossRow(const Value& ofRow, const Value& x)
{
    Builder& builder = x.builder();
    return builder.broadcast(builder.reshape(ofRow, x.shape().withLast(1)), x.shape());
}

/// 1 at the class of each row.
Value oneHot(const Value& classes, const Value& x)
{
    Builder& builder = x.builder();
    const Value numbers = builder.iota({x.shape().last()}, classes.format());
    return equal(acrossRow(classes, x), numbers);
}

/// Logarithms of each row's softmax, computed as by the kernel of a layer's activation.
Value logarithmsOf(const Value& x)
{
    x.builder().computeInCarrier(true);
    const Value logarithms = graph::logSoftmax(x, x.shape().rank() - 1);
    x.builder().computeInCarrier(false);
    return logarithms;
}

/// keras.ops.mean over the last axis where each prediction has a term, and the mean of these over all examples.
Value meanOf(const Value& terms, const Shape& predictions)
{
    Builder& builder = terms.builder();
    Value means = terms;
    if (terms.shape() == predictions && predictions.last() > 1)
        means = builder.cast(
            wideSum(terms, lastAxis(terms)) / static_cast<double>(predictions.last()), *terms.format());
    const auto all = static_cast<std::uint8_t>((1U << means.shape().rank()) - 1);
    return builder.cast(wideSum(means, all), *terms.format()) / static_cast<double>(means.shape().elements());
}

/// Targets -1 and 1; those that are all 0 or 1 are taken for -1 and 1.
Value signsOf(const Value& target)
{
    Builder& builder = target.builder();
    const Value isBinary = equal(target, numberLike(target, 0)) + equal(target, numberLike(target, 1));
    const Value isOther = 1 - isBinary;
    const Value areAll = equal(
        builder.add(
            {.operation = Operation::Largest, .operands = {isOther.id()}, .format = isOther.format()}),
        numberLike(isOther, 0));
    return select(areAll, 2 * target - numberLike(target, 1), target);
}

Value margin(const Value& prediction, const Value& target)
{
    return maximum(1 - signsOf(target) * prediction, 0);
}

/// Label smoothing: s y (1 - s) + share.
Value smoothed(const Value& target, double smoothing, double share)
{
    return smoothing == 0 ? target : target * numberLike(target, 1 - smoothing) + numberLike(target, share);
}

} // namespace

Value lossFormula(
    const LossClass& row, const Config& config, const Value& prediction, const LossKernels& kernels)
{
    // Class numbers must be exact: bfloat16 ends at 256.
    const Format& format
        = row.targets.areClasses ? carrierFormat(*prediction.format()) : *prediction.format();
    Shape shape = prediction.shape();
    if (row.targets.areClasses) {
        shape = {};
        for (int axis = 0; axis + 1 < prediction.shape().rank(); ++axis)
            shape.append(prediction.shape()[axis]);
    }
    const Value target = prediction.builder().input("targets", shape, &format);
    if (kernels.isTorchs && row.torchLoss != nullptr)
        return row.torchLoss(config, prediction, target);
    const bool isOnGpu = kernels.areOnGpu && row.cudaTerm != nullptr;
    return meanOf(isOnGpu ? row.cudaTerm(config, prediction, target, kernels.logarithms)
                          : row.term(config, prediction, target),
        prediction.shape());
}

Value meanSquaredErrorTerm(const Config&, const Value& prediction, const Value& target)
{
    return squared(prediction - target);
}

Value meanAbsoluteErrorTerm(const Config&, const Value& prediction, const Value& target)
{
    return abs(prediction - target);
}

Value meanAbsolutePercentageErrorTerm(const Config&, const Value& prediction, const Value& target)
{
    const Value parts = abs((target - prediction) / maximum(abs(target), lowestOf(target)));
    Builder& builder = parts.builder();
    const auto columns = static_cast<double>(parts.shape().last());
    return 100 * builder.cast(wideSum(parts, lastAxis(parts)) / columns, *parts.format());
}

Value meanSquaredLogarithmicErrorTerm(const Config&, const Value& prediction, const Value& target)
{
    const auto logarithm = [](const Value& x) { return log(maximum(x, lowestOf(x)) + 1); };
    return squared(logarithm(prediction) - logarithm(target));
}

/// Rows of length 1, as keras.ops.normalize makes them.
Value cosineSimilarityTerm(const Config&, const Value& prediction, const Value& target)
{
    const auto unit = [](const Value& x) {
        return x * acrossRow(minimum(rsqrt(sumOfRow(squared(x))), kLargestInverse), x);
    };
    return -sumOfRow(unit(target) * unit(prediction));
}

Value huberTerm(const Config& config, const Value& prediction, const Value& target)
{
    const Value delta = numberLike(prediction, config.number("delta"));
    const Value error = prediction - target;
    const Value size = abs(error);
    const Value isInner = size.builder().apply(Operation::GreaterOrEqual, {delta, size});
    const Value inner = 0.5 * squared(select(isInner, error, 0));
    const Value linear = delta * size - 0.5 * (delta * delta);
    return select(isInner, inner, linear);
}

Value logCoshTerm(const Config&, const Value& prediction, const Value& target)
{
    const Value error = prediction - target;
    return error + graph::activation("softplus", error * -2) - numberLike(error, std::log(2.0));
}

Value poissonTerm(const Config&, const Value& prediction, const Value& target)
{
    return prediction - target * log(prediction + lowestOf(prediction));
}

Value hingeTerm(const Config&, const Value& prediction, const Value& target)
{
    return margin(prediction, target);
}

Value squaredHingeTerm(const Config&, const Value& prediction, const Value& target)
{
    return squared(margin(prediction, target));
}

Value binaryCrossentropyTerm(const Config& config, const Value& prediction, const Value& target)
{
    const double smoothing = config.number("label_smoothing");
    const Value z = smoothed(target, smoothing, 0.5 * smoothing);
    if (config.flag("from_logits"))
        return graph::sigmoidCrossEntropy(prediction, z);
    return prediction.builder().group(
        "binary_crossentropy", {prediction, z},
        [&] {
            const Value p = clipped(prediction, lowestOf(prediction), highestOf(prediction));
            const Value ofOne = z * log(p);
            const Value ofZero = (1 - z) * log(1 - p);
            return -(ofOne + ofZero);
        },
        [](std::span<const Value> of, const Value&, const Value& g, std::size_t) {
            const Value& x = of[0];
            // Nothing is divided by zero in vain: that would count, and be looked for.
            const Value p = whereKept(x, lowestOf(x), highestOf(x), x, 0.5);
            const Value slope = (p - of[1]) / (p * (1 - p));
            return g * whereKept(x, lowestOf(x), highestOf(x), slope);
        });
}

Value sparseCategoricalCrossentropyTerm(const Config& config, const Value& prediction, const Value& target)
{
    if (config.flag("from_logits")) {
        const Value logarithms = logarithmsOf(prediction);
        return prediction.builder().group(
            "sparse_categorical_crossentropy", {prediction, target},
            [&] { return -sumOfRow(select(oneHot(target, prediction), logarithms, 0)); },
            [id = logarithms.id()](
                std::span<const Value> of, const Value&, const Value& gradient, std::size_t) {
                Builder& builder = of[0].builder();
                builder.computeInCarrier(true);
                const Value softmax = exp(Value(builder, id));
                const Value slope = acrossRow(gradient, of[0]) * (softmax - oneHot(of[1], of[0]));
                builder.computeInCarrier(false);
                return slope;
            });
    }
    const auto probability = [](const Value& x, const Value& sum) { return x / acrossRow(sum, x); };
    return prediction.builder().group(
        "sparse_categorical_crossentropy", {prediction, target},
        [&] {
            const Value p = probability(prediction, sumOfRow(prediction));
            const Value kept = clipped(p, lowestOf(p), highestOf(p));
            return -sumOfRow(select(oneHot(target, prediction), log(kept), 0));
        },
        [=](std::span<const Value> of, const Value&, const Value& gradient, std::size_t) {
            const Value& x = of[0];
            const Value isTarget = oneHot(of[1], x);
            const Value sum = sumOfRow(x);
            const Value p = sumOfRow(select(isTarget, probability(x, sum), 0));
            const Value forAll = acrossRow(1 / sum, x);
            const Value share = acrossRow(gradient, x);
            const Value kept = acrossRow(whereKept(p, lowestOf(p), highestOf(p), numberLike(p, 1)), x);
            const Value ofTarget = forAll - 1 / select(isTarget * kept, x, 1);
            return select(kept, share * select(isTarget, ofTarget, forAll), share * 0);
        });
}

namespace {

/// Sums of rows as softmax_warp_forward of aten/src/ATen/native/cuda/PersistentSoftmax.cuh adds them: each of up to 32 lanes in order, then
/// halves of the lanes.
Value sumOverLanes(const Value& x)
{
    constexpr Index kMaxLanes = 32;
    Builder& builder = x.builder();
    const int axis = x.shape().rank() - 1;
    const auto extent = static_cast<Index>(std::bit_ceil(static_cast<std::uint64_t>(x.shape().last())));
    const Value padded = extent == x.shape().last() ? x : builder.pad(x, axis, 0, extent);
    Index lanes = std::min(extent, kMaxLanes);
    Value sum = builder.slice(padded, axis, 0, lanes);
    for (Index first = lanes; first < extent; first += lanes)
        sum = sum + builder.slice(padded, axis, first, lanes);
    for (lanes /= 2; lanes > 0; lanes /= 2)
        sum = builder.slice(sum, axis, 0, lanes) + builder.slice(sum, axis, lanes, lanes);
    return sum; // [..., 1]
}

/// What CUDA's kernels compute, whose functions are those of its library.
template <class F>
Value onCuda(Builder& builder, F of)
{
    builder.computeInCarrier(true);
    builder.useCudaFunctions(true);
    const Value result = of();
    builder.computeInCarrier(false);
    builder.useCudaFunctions(false);
    return result;
}

Value stored(const Value& x, const Format& narrow)
{
    return x.builder().cast(x.builder().cast(x, narrow), *x.format());
}

} // namespace

Value cudaCrossentropyTerm(
    const Config& config, const Value& prediction, const Value& target, const Format* in)
{
    if (!config.flag("from_logits"))
        return sparseCategoricalCrossentropyTerm(config, prediction, target);
    std::array<graph::ValueId, 2> parts{}; // of the softmax: exponentials, their sum
    const Value logarithms = onCuda(prediction.builder(), [&] {
        Builder& builder = prediction.builder();
        const Value largest = builder.reduceMax(prediction, lastAxis(prediction));
        const Value shifted = prediction - builder.reshape(largest, prediction.shape().withLast(1));
        const Value exponentials = exp(shifted);
        const Value sum = sumOverLanes(exponentials);
        parts = {exponentials.id(), sum.id()};
        return in != nullptr ? stored(shifted - log(sum), *in) : shifted - log(sum);
    });
    const auto byChainRule
        = [parts](std::span<const Value> of, const Value&, const Value& gradient, std::size_t) {
              Builder& builder = of[0].builder();
              return onCuda(builder, [&] {
                  const Value arrived = acrossRow(gradient, of[0]);
                  return Value(builder, parts[0]) * (arrived / Value(builder, parts[1]))
                      - select(oneHot(of[1], of[0]), arrived, 0);
              });
          };
    if (in == nullptr)
        return prediction.builder().group(
            "sparse_categorical_crossentropy", {prediction, target},
            [&] { return -sumOfRow(select(oneHot(target, prediction), logarithms, 0)); }, byChainRule);
    return prediction.builder().group(
        "sparse_categorical_crossentropy", {prediction, target},
        [&] { return -sumOfRow(select(oneHot(target, prediction), logarithms, 0)); },
        [id = logarithms.id(), &in = *in](
            std::span<const Value> of, const Value&, const Value& gradient, std::size_t) {
            Builder& builder = of[0].builder();
            return onCuda(builder, [&] {
                const Value arrived = stored(acrossRow(-gradient, of[0]), in);
                const Value own = select(oneHot(of[1], of[0]), arrived, 0);
                const Value share = -exp(Value(builder, id));
                return stored(builder.apply(graph::Operation::MultiplyAdd, {share, arrived, own}), in);
            });
        });
}

namespace {

/// The mean of all as PyTorch's kernel on CUDA forms it.
Value torchMean(const Value& terms)
{
    const auto all = static_cast<std::uint8_t>((1U << terms.shape().rank()) - 1);
    const double share = 1 / static_cast<double>(terms.shape().elements());
    return terms.builder().sum(terms, all, graph::SumOrder::Cuda) * share;
}

} // namespace

Value torchMeanSquaredError(const Config&, const Value& prediction, const Value& target)
{
    return prediction.builder().group(
        "mean_squared_error", {prediction, target},
        [&] {
            const Value difference = prediction - target;
            return torchMean(difference * difference);
        },
        [](std::span<const Value> of, const Value&, const Value& gradient, std::size_t) {
            const auto count = static_cast<double>(of[0].shape().elements());
            return ((2 / count) * (of[0] - of[1])) * gradient;
        });
}

Value torchBinaryCrossentropy(const Config& config, const Value& prediction, const Value& target)
{
    if (!config.flag("from_logits"))
        return meanOf(binaryCrossentropyTerm(config, prediction, target), prediction.shape());
    return prediction.builder().group(
        "binary_crossentropy", {prediction, target},
        [&] {
            return onCuda(prediction.builder(), [&] {
                const Value logarithm = minimum(prediction, 0) - log1p(exp(-abs(prediction)));
                const Value share = (1 - target) * prediction;
                return torchMean(share - logarithm);
            });
        },
        [](std::span<const Value> of, const Value&, const Value& gradient, std::size_t) {
            return onCuda(of[0].builder(), [&] {
                const Value share = of[0].builder().apply(graph::Operation::Logistic, {of[0]});
                const double each = 1 / static_cast<double>(of[0].shape().elements());
                return ((share - of[1]) * gradient) * each; // div_true_kernel_cuda
            });
        });
}

Value categoricalCrossentropyTerm(const Config& config, const Value& prediction, const Value& target)
{
    const double smoothing = config.number("label_smoothing");
    const Value y = smoothed(target, smoothing, smoothing / static_cast<double>(prediction.shape().last()));
    if (config.flag("from_logits")) {
        const Value logarithms = logarithmsOf(prediction);
        return prediction.builder().group(
            "categorical_crossentropy", {prediction, y}, [&] { return -sumOfRow(y * logarithms); },
            [id = logarithms.id()](
                std::span<const Value> of, const Value&, const Value& gradient, std::size_t) {
                const Value& x = of[0];
                const Value own = -(acrossRow(gradient, x) * of[1]); // by the logarithm
                const Value sum = x.builder().sum(own, lastAxis(x), graph::SumOrder::Sequential);
                return own - exp(Value(x.builder(), id)) * acrossRow(sum, x);
            });
    }
    return prediction.builder().group(
        "categorical_crossentropy", {prediction, y},
        [&] {
            const Value p = prediction / acrossRow(sumOfRow(prediction), prediction);
            return -sumOfRow(y * log(clipped(p, lowestOf(p), highestOf(p))));
        },
        [](std::span<const Value> of, const Value&, const Value& gradient, std::size_t) {
            const Value& x = of[0];
            const Value sum = acrossRow(sumOfRow(x), x);
            const Value p = x / sum;
            const Value divisor = whereKept(p, lowestOf(p), highestOf(p), p, 1);
            const Value slope = whereKept(p, lowestOf(p), highestOf(p),
                -(acrossRow(gradient, x) * of[1]) / divisor); // by the normalised element
            // gradient that reaches every element through the sum
            const Value shared = x.builder().sum(slope * p, lastAxis(x), graph::SumOrder::Sequential);
            return (slope - acrossRow(shared, x)) / sum;
        });
}

Value klDivergenceTerm(const Config&, const Value& prediction, const Value& target)
{
    const auto clip = [](const Value& x) { return clipped(x, lowestOf(x), numberLike(x, 1)); };
    const Value y = clip(target);
    return prediction.builder().group(
        "kl_divergence", {prediction, y}, [&] { return sumOfRow(y * log(y / clip(prediction))); },
        [clip](std::span<const Value> of, const Value&, const Value& gradient, std::size_t) {
            const Value& x = of[0];
            const Value& t = of[1];
            const Value p = clip(x);
            const Value bySlope = acrossRow(gradient, x) * t / (t / p);
            const Value slope = -(bySlope * t) * (1 / (p * p)); // d (t / p) / d p = -t / p^2
            const Value lowest = lowestOf(x);
            const Value one = numberLike(x, 1);
            // Where p is a bound itself JAX's maximum and minimum take half of it.
            const Value isBound = equal(x, lowest) + equal(x, one);
            return slope * whereKept(x, lowest, one, 1 - 0.5 * isBound);
        });
}

} // namespace ulpscope
