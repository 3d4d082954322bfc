// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/pointwise_losses.h"

#include "engine/base/number_text.h"
#include "engine/loss/loss_sum.h"

#include <algorithm>

namespace ulpscope {

namespace {

/// 1 - t p where that is positive; a NaN stays.
double marginOf(double difference)
{
    return difference > 0 || std::isnan(difference) ? difference : 0;
}

} // namespace

Status ElementwiseLoss::fits(const Shape& output, std::int64_t targetsPerExample, std::int64_t) const
{
    if (output.elements() == targetsPerExample)
        return success();
    return Error{"",
        "the model's output " + output.text() + " does not fit " + std::to_string(targetsPerExample)
            + " target(s) an example"};
}

double ElementwiseLoss::evaluate(Arithmetic& arithmetic, const Tensor& prediction,
    std::span<const double> targets, double upstream, Tensor& gradient)
{
    const ScalarOps ops(arithmetic, prediction.format());
    gradient.reset(prediction.shape(), prediction.format());
    const Index rows = prediction.rows();
    const Index columns = prediction.columns();
    const double share
        = ops.divide(ops.divide(upstream, exampleCount(prediction)), static_cast<double>(columns));
    LossSum total(arithmetic, prediction.format());
    for (Index r = 0; r < rows; ++r) {
        LossSum sum(arithmetic, prediction.format());
        for (Index i = r * columns; i < (r + 1) * columns; ++i) {
            const double target = ops.rounded(targets[static_cast<std::size_t>(i)]);
            const Term one = term(ops, prediction.at(i), target, share);
            sum.add(one.value);
            gradient.set(i, one.gradient);
        }
        total.add(sum.mean(columns));
    }
    return total.over(exampleCount(prediction));
}

void ElementwiseLoss::score(const Tensor& prediction, std::span<const double> targets, Score& score) const
{
    score.values += prediction.size();
    for (Index i = 0; i < prediction.size(); ++i)
        score.absoluteError += std::fabs(prediction.at(i) - targets[static_cast<std::size_t>(i)]);
}

double Hinge::evaluate(Arithmetic& arithmetic, const Tensor& prediction, std::span<const double> targets,
    double upstream, Tensor& gradient)
{
    const bool isBinary
        = std::all_of(targets.begin(), targets.end(), [](double t) { return t == 0 || t == 1; });
    if (!isBinary)
        return ElementwiseLoss::evaluate(arithmetic, prediction, targets, upstream, gradient);
    m_signs.resize(targets.size());
    std::transform(targets.begin(), targets.end(), m_signs.begin(), [](double t) { return 2 * t - 1; });
    return ElementwiseLoss::evaluate(arithmetic, prediction, m_signs, upstream, gradient);
}

ElementwiseLoss::Term Hinge::term(const ScalarOps& ops, double prediction, double target, double share) const
{
    const double difference = ops.subtract(1, ops.multiply(target, prediction));
    // At 0, where both arguments are equal, the gradient of JAX's maximum is one half.
    const double slope = difference == 0 ? 0.5 : difference < 0 ? 0 : 1;
    return {marginOf(difference), ops.multiply(-(share * slope), target)};
}

ElementwiseLoss::Term SquaredHinge::term(
    const ScalarOps& ops, double prediction, double target, double share) const
{
    const double margin = marginOf(ops.subtract(1, ops.multiply(target, prediction)));
    return {ops.multiply(margin, margin), ops.multiply(-ops.multiply(share, 2 * margin), target)};
}

Status BinaryCrossentropy::fits(
    const Shape& output, std::int64_t targetsPerExample, std::int64_t classes) const
{
    if (output.elements() != targetsPerExample || classes > 2)
        return Error{"",
            "expects one output for each two-class target; the model's output is " + output.text()
                + ", the data have " + counted(classes, "class", "classes")};
    return success();
}

ElementwiseLoss::Term BinaryCrossentropy::term(
    const ScalarOps& ops, double x, double target, double share) const
{
    const double z = m_smoothing == 0
        ? target
        : ops.add(ops.multiply(target, ops.rounded(1 - m_smoothing)), ops.rounded(0.5 * m_smoothing));
    if (m_fromLogits) { // max(x, 0) - x z + log1p(exp(-|x|)), which does not overflow
        const double power = ops.exp(-std::fabs(x));
        const double positive = x > 0 || std::isnan(x) ? x : 0.0;
        const double value = ops.add(ops.subtract(positive, ops.multiply(x, z)), ops.log1p(power));
        const double sigmoid = ops.divide(x < 0 ? power : 1, ops.add(1, power));
        return {value, ops.multiply(share, ops.subtract(sigmoid, z))};
    }
    const double lowest = ops.rounded(kProbabilityEpsilon);
    const double highest = ops.rounded(1 - kProbabilityEpsilon);
    const double p = std::isnan(x) ? x : std::clamp(x, lowest, highest);
    const double ofOne = ops.multiply(z, ops.log(p));
    const double ofZero = ops.multiply(ops.subtract(1, z), ops.log(ops.subtract(1, p)));
    const double value = -ops.add(ofOne, ofZero);
    double slope = 0;
    if (!(x < lowest || x > highest)) // a clipped probability has no slope
        slope = ops.divide(ops.subtract(x, z), ops.multiply(x, ops.subtract(1, x)));
    return {value, ops.multiply(share, slope)};
}

void BinaryCrossentropy::score(const Tensor& prediction, std::span<const double> targets, Score& score) const
{
    const double threshold = *decisionRule()->threshold;
    score.classes = 2;
    score.decisions += prediction.size();
    for (Index i = 0; i < prediction.size(); ++i) {
        const double x = prediction.at(i);
        if (!std::isnan(x) && (x > threshold) == (targets[static_cast<std::size_t>(i)] > 0.5))
            ++score.correct;
    }
}

} // namespace ulpscope
