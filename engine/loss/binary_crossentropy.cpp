// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/binary_crossentropy.h"

#include "engine/dtype/rounding.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

constexpr double kEpsilon = 1e-7; // keras.config.epsilon(), to which probabilities are clipped

} // namespace

Status BinaryCrossentropy::fits(const Shape& output, std::int64_t targetsPerExample, std::int64_t classes) const
{
    if (output.elements() != targetsPerExample || classes > 2)
        return Error {"",
            "expects one output for each two-class target; the model's output is " + output.text() + ", the data have "
                + std::to_string(classes) + " classes"};
    return success();
}

double BinaryCrossentropy::value(const Tensor& prediction, std::span<const float> targets) const
{
    const auto round = [&](double x) { return roundToFormat(prediction.format(), x); };
    double sum = 0;
    for (Index i = 0; i < prediction.size(); ++i) {
        const double z = static_cast<double>(targets[static_cast<std::size_t>(i)]);
        const double x = prediction.at(i);
        double loss = 0;
        if (m_fromLogits) { // max(x, 0) - x z + log1p(exp(-|x|)), which does not overflow
            const double tail = round(std::log1p(round(std::exp(-std::fabs(x)))));
            loss = round(round((x > 0 || std::isnan(x) ? x : 0.0) - round(x * z)) + tail);
        } else {
            const double p = std::isnan(x) ? x : std::clamp(x, round(kEpsilon), round(1 - kEpsilon));
            loss = -round(round(z * round(std::log(p))) + round(round(1 - z) * round(std::log(round(1 - p)))));
        }
        sum = round(sum + loss);
    }
    return round(sum / static_cast<double>(prediction.size()));
}

void BinaryCrossentropy::gradient(const Tensor& prediction, std::span<const float> targets, double upstream,
    Tensor& out) const
{
    const auto round = [&](double x) { return roundToFormat(prediction.format(), x); };
    out.reset(prediction.shape(), prediction.format());
    const double share = round(upstream / static_cast<double>(prediction.size()));
    for (Index i = 0; i < prediction.size(); ++i) {
        const double z = static_cast<double>(targets[static_cast<std::size_t>(i)]);
        const double x = prediction.at(i);
        double slope = 0;
        if (m_fromLogits) {
            slope = round(round(1 / round(1 + round(std::exp(-x)))) - z);
        } else if (const bool isClipped = x < round(kEpsilon) || x > round(1 - kEpsilon); !isClipped) {
            slope = round(round(x - z) / round(x * round(1 - x)));
        }
        out.set(i, round(share * slope));
    }
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
