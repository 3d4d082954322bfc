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
    const auto round = [&](double x) { return roundScalar(arithmetic, prediction.format(), x); };
    const Index rows = prediction.rows();
    const Index classes = prediction.columns();
    const TargetRows given(prediction, targets);
    const double share = round(upstream / exampleCount(prediction));
    const double lowest = round(kProbabilityEpsilon);
    const double highest = round(1 - kProbabilityEpsilon);
    const auto target = [&](Index r, Index c) {
        const double y = round(given.at(r, c));
        return m_smoothing == 0
            ? y
            : round(round(y * round(1 - m_smoothing)) + round(m_smoothing / static_cast<double>(classes)));
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
                loss.add(round(y * gradient.at(r * classes + c)));
                sum = round(sum - round(share * y));
            }
            for (Index c = 0; c < classes; ++c) {
                const double softmax = round(std::exp(gradient.at(r * classes + c)));
                const double own = -round(share * target(r, c));
                gradient.set(r * classes + c, round(own - round(softmax * sum)));
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
            const double p = round(prediction.at(r * classes + c) / sum);
            const double clipped = std::isnan(p) ? p : std::clamp(p, lowest, highest);
            loss.add(round(y * round(std::log(clipped))));
            const bool isClipped = p < lowest || p > highest;
            const double slope = isClipped ? 0 : round(-round(share * y) / p); // by the normalised element
            shared = round(shared + round(slope * p));
            gradient.set(r * classes + c, slope);
        }
        for (Index c = 0; c < classes; ++c)
            gradient.set(r * classes + c, round(round(gradient.at(r * classes + c) - shared) / sum));
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
