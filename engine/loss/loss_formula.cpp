// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/loss_formula.h"

#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "engine/graph/functions.h"
#include "engine/loss/loss.h"

#include <cmath>

namespace ulpscope {

using graph::Builder;
using graph::Operation;
using graph::Value;

namespace {

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

/// The number where x was not clipped, else 0.
Value whereKept(const Value& x, const Value& lowest, const Value& highest, const Value& number)
{
    Builder& builder = x.builder();
    const Value isBelow = builder.apply(Operation::Greater, {lowest, x});
    const Value isAbove = builder.apply(Operation::Greater, {x, highest});
    return select(isBelow, 0, select(isAbove, 0, number));
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

/// Over the classes: terms of fewer digits than float32 has are added in float32 (loss/loss_sum.h).
Value sumOfRow(const Value& x)
{
    Builder& builder = x.builder();
    const Format& wide
        = x.format()->precision() < float32Format().precision() ? float32Format() : *x.format();
    return builder.cast(
        builder.sum(builder.cast(x, wide), lastAxis(x), graph::SumOrder::Sequential), *x.format());
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
    const Value numbers = builder.iota(x.shape(), classes.format());
    return equal(acrossRow(classes, x), numbers);
}

/// Targets -1 and 1; those that are all 0 or 1 are taken for -1 and 1.
Value signsOf(const Value& target)
{
    Builder& builder = target.builder();
    const Value isBinary = equal(target, numberLike(target, 0)) + equal(target, numberLike(target, 1));
    const auto all = static_cast<std::uint8_t>((1U << target.shape().rank()) - 1);
    const Value count
        = builder.sum(builder.cast(isBinary, float64Format()), all, graph::SumOrder::Sequential);
    const Value areAll = equal(count, numberLike(count, static_cast<double>(target.shape().elements())));
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

std::optional<Value> meanSquaredErrorTerm(const Config&, const Value& prediction, const Value& target)
{
    return graph::square(prediction - target);
}

std::optional<Value> meanAbsoluteErrorTerm(const Config&, const Value& prediction, const Value& target)
{
    return abs(prediction - target);
}

std::optional<Value> huberTerm(const Config& config, const Value& prediction, const Value& target)
{
    const Value delta = numberLike(prediction, config.number("delta"));
    const Value error = prediction - target;
    const Value size = abs(error);
    const Value squared = 0.5 * graph::square(error);
    const Value linear = delta * size - 0.5 * (delta * delta);
    return select(size.builder().apply(Operation::GreaterOrEqual, {delta, size}), squared, linear);
}

std::optional<Value> logCoshTerm(const Config&, const Value& prediction, const Value& target)
{
    const Value error = prediction - target;
    return error + *graph::activation("softplus", error * -2) - numberLike(error, std::log(2.0));
}

std::optional<Value> poissonTerm(const Config&, const Value& prediction, const Value& target)
{
    return prediction - target * log(prediction + lowestOf(prediction));
}

std::optional<Value> hingeTerm(const Config&, const Value& prediction, const Value& target)
{
    return margin(prediction, target);
}

std::optional<Value> squaredHingeTerm(const Config&, const Value& prediction, const Value& target)
{
    return graph::square(margin(prediction, target));
}

std::optional<Value> binaryCrossentropyTerm(
    const Config& config, const Value& prediction, const Value& target)
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
            const Value slope = (x - of[1]) / (x * (1 - x));
            return g * whereKept(x, lowestOf(x), highestOf(x), slope);
        });
}

std::optional<Value> sparseCategoricalCrossentropyTerm(
    const Config& config, const Value& prediction, const Value& target)
{
    if (config.flag("from_logits"))
        return std::nullopt;
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
            const Value ofTarget = forAll - 1 / x;
            const Value share = acrossRow(gradient, x);
            const Value kept = acrossRow(whereKept(p, lowestOf(p), highestOf(p), numberLike(p, 1)), x);
            return select(kept, share * select(isTarget, ofTarget, forAll), share * 0);
        });
}

std::optional<Value> categoricalCrossentropyTerm(
    const Config& config, const Value& prediction, const Value& target)
{
    if (config.flag("from_logits"))
        return std::nullopt;
    const double smoothing = config.number("label_smoothing");
    const Value y = smoothed(target, smoothing, smoothing / static_cast<double>(prediction.shape().last()));
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
            const Value slope = whereKept(p, lowestOf(p), highestOf(p),
                -(acrossRow(gradient, x) * of[1]) / p); // by the normalised element
            // what reaches every element through the sum
            const Value shared = x.builder().sum(slope * p, lastAxis(x), graph::SumOrder::Sequential);
            return (slope - acrossRow(shared, x)) / sum;
        });
}

std::optional<Value> klDivergenceTerm(const Config&, const Value& prediction, const Value& target)
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
