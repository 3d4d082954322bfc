// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/mean_squared_error.h"

#include "engine/tensor/ops.h"

namespace ulpscope {

Status MeanSquaredError::fits(const Shape& output, std::int64_t targetsPerExample, std::int64_t) const
{
    if (output.elements() == targetsPerExample)
        return success();
    return Error{"",
        "the model's output " + output.text() + " does not fit " + std::to_string(targetsPerExample)
            + " target(s) an example"};
}

double MeanSquaredError::evaluate(Arithmetic& arithmetic, const Tensor& prediction,
    std::span<const float> targets, double upstream, Tensor& gradient)
{
    const auto round = [&](double x) { return roundScalar(arithmetic, prediction.format(), x); };
    gradient.reset(prediction.shape(), prediction.format());
    const auto count = static_cast<double>(prediction.size());
    const double share = round(upstream / count);
    double sum = 0;
    for (Index i = 0; i < prediction.size(); ++i) {
        const double difference
            = round(prediction.at(i) - static_cast<double>(targets[static_cast<std::size_t>(i)]));
        sum = round(sum + round(difference * difference));
        gradient.set(i, round(share * (2 * difference))); // times two is exact
    }
    return round(sum / count);
}

} // namespace ulpscope
