// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/sparse_categorical_crossentropy.h"

#include "engine/base/number_text.h"
#include "engine/dtype/rounding.h"
#include "engine/loss/class_score.h"
#include "engine/loss/loss_sum.h"
#include "engine/tensor/ops.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

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

} // namespace ulpscope
