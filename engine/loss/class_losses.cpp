// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/class_losses.h"

#include "engine/base/number_text.h"
#include "engine/dtype/rounding.h"
#include "engine/loss/loss_sum.h"
#include "engine/tensor/ops.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

/// prediction: [..., classes]   row r's target is class targetOf(r). A row with a NaN is never right.
template <class TargetOf>
void scoreClasses(const Tensor& prediction, Score& score, TargetOf targetOf)
{
    constexpr Index kAmong = 5;
    const Index classes = prediction.columns();
    score.classes = classes;
    score.decisions += prediction.rows();
    for (Index r = 0; r < prediction.rows(); ++r) {
        const Index target = targetOf(r);
        const double wanted = prediction.at(r * classes + target);
        Index before = 0; // classes that are chosen before the target
        bool hasNan = false;
        for (Index c = 0; c < classes; ++c) {
            const double x = prediction.at(r * classes + c);
            hasNan = hasNan || x != x;
            before += x > wanted || (x == wanted && c < target) ? 1 : 0;
        }
        score.correct += !hasNan && before == 0 ? 1 : 0;
        score.amongFive += !hasNan && before < kAmong ? 1 : 0;
    }
}

/// Targets as rows, whether they are given as rows or as class numbers.
class TargetRows
{
public:
    /// Whether predictions of `output` fit targets that are rows, or numbers of classes.
    static Status fit(const Shape& output, std::int64_t targetsPerExample, std::int64_t classes);

    TargetRows(const Tensor& prediction, std::span<const double> targets)
        : m_targets(targets)
        , m_classes(prediction.columns())
        , m_areRows(static_cast<Index>(targets.size()) == prediction.size() && m_classes > 1)
    {
    }
    double at(Index row, Index column) const
    {
        if (m_areRows)
            return m_targets[static_cast<std::size_t>(row * m_classes + column)];
        return static_cast<Index>(m_targets[static_cast<std::size_t>(row)]) == column ? 1 : 0;
    }
    Index classOf(Index row) const
    {
        Index best = 0;
        for (Index c = 1; c < m_classes; ++c)
            best = at(row, c) > at(row, best) ? c : best;
        return best;
    }

private:
    std::span<const double> m_targets;
    Index m_classes;
    bool m_areRows;
};

Status TargetRows::fit(const Shape& output, std::int64_t targetsPerExample, std::int64_t classes)
{
    const bool isRow = classes == 0 && output.rank() > 0 && output.elements() == targetsPerExample;
    const bool isClass = classes > 1 && output.rank() > 0 && output.last() >= classes
        && output.elements() == targetsPerExample * output.last();
    if ((isRow || isClass) && output.last() > 1)
        return success();
    return Error{"",
        "expects an output for each of at least two classes; the model's output is " + output.text()
            + ", the data have " + counted(classes, "class", "classes") + " and "
            + counted(targetsPerExample, "target") + " an example"};
}

/// Index of the target's class in the prediction's row r.
Index targetIndex(const Tensor& prediction, std::span<const double> targets, Index r)
{
    return r * prediction.columns() + static_cast<Index>(targets[static_cast<std::size_t>(r)]);
}

} // namespace

Status SparseCategoricalCrossentropy::fits(
    const Shape& output, std::int64_t targetsPerExample, std::int64_t classes) const
{
    if (classes < 2)
        return Error{"", "expects data with classes; these have " + std::to_string(classes)};
    if (output.rank() == 0 || output.last() < classes
        || output.elements() != targetsPerExample * output.last())
        return Error{"",
            "expects "
                + (targetsPerExample == 1 ? std::string() : std::to_string(targetsPerExample) + " times ")
                + "an output for each of " + counted(classes, "class", "classes") + "; the model's output is "
                + output.text()};
    return success();
}

double SparseCategoricalCrossentropy::evaluate(Arithmetic& arithmetic, const Tensor& prediction,
    std::span<const double> targets, double upstream, Tensor& gradient)
{
    const double share
        = ScalarOps(arithmetic, prediction.format()).divide(upstream, exampleCount(prediction));
    return m_fromLogits ? fromLogits(arithmetic, prediction, targets, share, gradient)
                        : fromProbabilities(arithmetic, prediction, targets, share, gradient);
}

double SparseCategoricalCrossentropy::fromLogits(Arithmetic& arithmetic, const Tensor& prediction,
    std::span<const double> targets, double share, Tensor& gradient) const
{
    const ScalarOps ops(arithmetic, prediction.format());
    unary(arithmetic, Unary::Copy, prediction, gradient);
    logSoftmaxInPlace(arithmetic, gradient);
    LossSum total(arithmetic, prediction.format());
    for (Index r = 0; r < prediction.rows(); ++r)
        total.add(-gradient.at(targetIndex(prediction, targets, r)));
    // share * (softmax - one hot)
    unaryInPlace(arithmetic, Unary::Exp, gradient);
    for (Index r = 0; r < prediction.rows(); ++r) {
        const Index i = targetIndex(prediction, targets, r);
        gradient.set(i, ops.subtract(gradient.at(i), 1));
    }
    scalarInPlace(arithmetic, Binary::Multiply, gradient, share);
    return total.over(exampleCount(prediction));
}

double SparseCategoricalCrossentropy::fromProbabilities(Arithmetic& arithmetic, const Tensor& prediction,
    std::span<const double> targets, double share, Tensor& gradient) const
{
    // Keras normalises each row, then clips: loss = -log(p[class] / sum(p)).
    const ScalarOps ops(arithmetic, prediction.format());
    gradient.reset(prediction.shape(), prediction.format());
    const Index classes = prediction.columns();
    const double lowest = ops.rounded(kProbabilityEpsilon);
    const double highest = ops.rounded(1 - kProbabilityEpsilon);
    LossSum total(arithmetic, prediction.format());
    for (Index r = 0; r < prediction.rows(); ++r) {
        LossSum terms(arithmetic, prediction.format());
        for (Index c = 0; c < classes; ++c)
            terms.add(prediction.at(r * classes + c));
        const double sum = terms.value();
        const Index target = targetIndex(prediction, targets, r);
        const double p = ops.divide(prediction.at(target), sum);
        total.add(-ops.log(std::isnan(p) ? p : std::clamp(p, lowest, highest)));
        const bool isClipped = p < lowest || p > highest;
        const double forAll = isClipped ? 0 : ops.divide(1, sum);
        for (Index i = r * classes; i < (r + 1) * classes; ++i)
            gradient.set(i, ops.multiply(share, forAll));
        if (!isClipped)
            gradient.set(
                target, ops.multiply(share, ops.subtract(forAll, ops.divide(1, prediction.at(target)))));
    }
    return total.over(exampleCount(prediction));
}

void SparseCategoricalCrossentropy::score(
    const Tensor& prediction, std::span<const double> targets, Score& score) const
{
    scoreClasses(
        prediction, score, [&](Index r) { return static_cast<Index>(targets[static_cast<std::size_t>(r)]); });
}

Status RowLoss::fits(const Shape& output, std::int64_t targetsPerExample, std::int64_t classes) const
{
    return TargetRows::fit(output, targetsPerExample, classes);
}

double CategoricalCrossentropy::evaluate(Arithmetic& arithmetic, const Tensor& prediction,
    std::span<const double> targets, double upstream, Tensor& gradient)
{
    const ScalarOps ops(arithmetic, prediction.format());
    const Index rows = prediction.rows();
    const Index classes = prediction.columns();
    const TargetRows given(prediction, targets);
    const double share = ops.divide(upstream, exampleCount(prediction));
    const double lowest = ops.rounded(kProbabilityEpsilon);
    const double highest = ops.rounded(1 - kProbabilityEpsilon);
    const auto target = [&](Index r, Index c) {
        const double y = ops.rounded(given.at(r, c));
        return m_smoothing == 0 ? y
                                : ops.add(ops.multiply(y, ops.rounded(1 - m_smoothing)),
                                    ops.divide(m_smoothing, static_cast<double>(classes)));
    };
    if (m_fromLogits) {
        unary(arithmetic, Unary::Copy, prediction, gradient);
        logSoftmaxInPlace(arithmetic, gradient);
    } else {
        gradient.reset(prediction.shape(), prediction.format());
    }
    LossSum total(arithmetic, prediction.format());
    for (Index r = 0; r < rows; ++r) {
        LossSum loss(arithmetic, prediction.format());
        if (m_fromLogits) { // the gradient g of the logarithms, then g - softmax * sum of g
            double sum = 0;
            for (Index c = 0; c < classes; ++c) {
                const double y = target(r, c);
                loss.add(ops.multiply(y, gradient.at(r * classes + c)));
                sum = ops.subtract(sum, ops.multiply(share, y));
            }
            for (Index c = 0; c < classes; ++c) {
                const double softmax = ops.exp(gradient.at(r * classes + c));
                const double own = -ops.multiply(share, target(r, c));
                gradient.set(r * classes + c, ops.subtract(own, ops.multiply(softmax, sum)));
            }
            total.add(-loss.value());
            continue;
        }
        // Each row is normalised, then clipped: -sum of y log(p / sum of p).
        LossSum terms(arithmetic, prediction.format());
        for (Index c = 0; c < classes; ++c)
            terms.add(prediction.at(r * classes + c));
        const double sum = terms.value();
        double shared = 0; // what reaches every element through the sum
        for (Index c = 0; c < classes; ++c) {
            const double y = target(r, c);
            const double p = ops.divide(prediction.at(r * classes + c), sum);
            const double clipped = std::isnan(p) ? p : std::clamp(p, lowest, highest);
            loss.add(ops.multiply(y, ops.log(clipped)));
            const bool isClipped = p < lowest || p > highest;
            const double slope
                = isClipped ? 0 : ops.divide(-ops.multiply(share, y), p); // by the normalised element
            shared = ops.add(shared, ops.multiply(slope, p));
            gradient.set(r * classes + c, slope);
        }
        for (Index c = 0; c < classes; ++c)
            gradient.set(
                r * classes + c, ops.divide(ops.subtract(gradient.at(r * classes + c), shared), sum));
        total.add(-loss.value());
    }
    return total.over(exampleCount(prediction));
}

void RowLoss::score(const Tensor& prediction, std::span<const double> targets, Score& score) const
{
    const TargetRows given(prediction, targets);
    scoreClasses(prediction, score, [&](Index r) { return given.classOf(r); });
}

double KLDivergence::evaluate(Arithmetic& arithmetic, const Tensor& prediction,
    std::span<const double> targets, double upstream, Tensor& gradient)
{
    const ScalarOps ops(arithmetic, prediction.format());
    const Index rows = prediction.rows();
    const Index classes = prediction.columns();
    const TargetRows given(prediction, targets);
    const double share = ops.divide(upstream, exampleCount(prediction));
    const double lowest = ops.rounded(kProbabilityEpsilon);
    const auto clip = [&](double x) { return std::isnan(x) ? x : std::clamp(x, lowest, 1.0); };
    gradient.reset(prediction.shape(), prediction.format());
    LossSum total(arithmetic, prediction.format());
    for (Index r = 0; r < rows; ++r) {
        LossSum loss(arithmetic, prediction.format());
        for (Index c = 0; c < classes; ++c) {
            const double p = prediction.at(r * classes + c);
            const double target = clip(ops.rounded(given.at(r, c)));
            const double clipped = clip(p);
            const double ratio = ops.divide(target, clipped);
            loss.add(ops.multiply(target, ops.log(ratio)));
            // d ratio / d p = -target / p^2; where p is a bound itself JAX's maximum and minimum take half of it.
            const double bySlope = ops.divide(ops.multiply(share, target), ratio);
            const double slope
                = ops.multiply(-ops.multiply(bySlope, target), ops.divide(1, ops.multiply(clipped, clipped)));
            const double kept = p < lowest || p > 1 ? 0 : p == lowest || p == 1 ? 0.5 : 1;
            gradient.set(r * classes + c, ops.multiply(slope, kept));
        }
        total.add(loss.value());
    }
    return total.over(exampleCount(prediction));
}

} // namespace ulpscope
