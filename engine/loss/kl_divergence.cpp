// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/kl_divergence.h"

#include "engine/loss/class_score.h"
#include "engine/loss/loss_sum.h"
#include "engine/loss/target_rows.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

Status KLDivergence::fits(const Shape& output, std::int64_t targetsPerExample, std::int64_t classes) const
{
    return TargetRows::fit(output, targetsPerExample, classes);
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

void KLDivergence::score(const Tensor& prediction, std::span<const double> targets, Score& score) const
{
    const TargetRows given(prediction, targets);
    scoreClasses(prediction, score, [&](Index r) { return given.classOf(r); });
}

} // namespace ulpscope
