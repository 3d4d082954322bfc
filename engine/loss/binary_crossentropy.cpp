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
    const Round& round, double x, double target, double share) const
{
    const double z = m_smoothing == 0
        ? target
        : round(round(target * round(1 - m_smoothing)) + round(0.5 * m_smoothing));
    if (m_fromLogits) { // max(x, 0) - x z + log1p(exp(-|x|)), which does not overflow
        const double power = round(std::exp(-std::fabs(x)));
        const double value
            = round(round((x > 0 || std::isnan(x) ? x : 0.0) - round(x * z)) + round(std::log1p(power)));
        const double sigmoid = round((x < 0 ? power : 1) / round(1 + power));
        return {value, round(share * round(sigmoid - z))};
    }
    const double lowest = round(kProbabilityEpsilon);
    const double highest = round(1 - kProbabilityEpsilon);
    const double p = std::isnan(x) ? x : std::clamp(x, lowest, highest);
    const double value
        = -round(round(z * round(std::log(p))) + round(round(1 - z) * round(std::log(round(1 - p)))));
    double slope = 0;
    if (!(x < lowest || x > highest)) // a clipped probability has no slope
        slope = round(round(x - z) / round(x * round(1 - x)));
    return {value, round(share * slope)};
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
