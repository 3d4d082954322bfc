// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/binary_crossentropy.h"

#include "engine/tensor/ops.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

constexpr double kEpsilon = 1e-7; // keras.config.epsilon(), to which probabilities are clipped

} // namespace

Status BinaryCrossentropy::fits(
    const Shape& output, std::int64_t targetsPerExample, std::int64_t classes) const
{
    if (output.elements() != targetsPerExample || classes > 2)
        return Error{"",
            "expects one output for each two-class target; the model's output is " + output.text()
                + ", the data have " + std::to_string(classes) + " classes"};
    return success();
}

double BinaryCrossentropy::evaluate(Arithmetic& arithmetic, const Tensor& prediction,
    std::span<const float> targets, double upstream, Tensor& gradient)
{
    const auto round = [&](double x) { return roundScalar(arithmetic, prediction.format(), x); };
    gradient.reset(prediction.shape(), prediction.format());
    const auto count = static_cast<double>(prediction.size());
    const double share = round(upstream / count);
    const double lowest = round(kEpsilon);
    const double highest = round(1 - kEpsilon);
    double sum = 0;
    for (Index i = 0; i < prediction.size(); ++i) {
        const auto z = static_cast<double>(targets[static_cast<std::size_t>(i)]);
        const double x = prediction.at(i);
        double loss = 0;
        double slope = 0;
        if (m_fromLogits) { // max(x, 0) - x z + log1p(exp(-|x|)), which does not overflow
            const double power = round(std::exp(-std::fabs(x)));
            loss = round(round((x > 0 || std::isnan(x) ? x : 0.0) - round(x * z)) + round(std::log1p(power)));
            const double sigmoid = round((x < 0 ? power : 1) / round(1 + power));
            slope = round(sigmoid - z);
        } else {
            const double p = std::isnan(x) ? x : std::clamp(x, lowest, highest);
            loss
                = -round(round(z * round(std::log(p))) + round(round(1 - z) * round(std::log(round(1 - p)))));
            if (!(x < lowest || x > highest)) // a clipped probability has no slope
                slope = round(round(x - z) / round(x * round(1 - x)));
        }
        sum = round(sum + loss);
        gradient.set(i, round(share * slope));
    }
    return round(sum / count);
}

std::int64_t BinaryCrossentropy::countCorrect(const Tensor& prediction, std::span<const float> targets) const
{
    const double threshold = m_fromLogits ? 0 : 0.5;
    std::int64_t correct = 0;
    for (Index i = 0; i < prediction.size(); ++i) {
        const double x = prediction.at(i);
        if (!std::isnan(x) && (x > threshold) == (targets[static_cast<std::size_t>(i)] > 0.5F))
            ++correct;
    }
    return correct;
}

} // namespace ulpscope
