// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/binary_crossentropy.h"

#include "engine/base/number_text.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

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
