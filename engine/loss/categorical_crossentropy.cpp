// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/categorical_crossentropy.h"

#include "engine/loss/class_score.h"
#include "engine/loss/loss_sum.h"
#include "engine/loss/target_rows.h"
#include "engine/tensor/ops.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

Status CategoricalCrossentropy::fits(
    const Shape& output, std::int64_t targetsPerExample, std::int64_t classes) const
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

void CategoricalCrossentropy::score(
    const Tensor& prediction, std::span<const double> targets, Score& score) const
{
    const TargetRows given(prediction, targets);
    scoreClasses(prediction, score, [&](Index r) { return given.classOf(r); });
}

} // namespace ulpscope
