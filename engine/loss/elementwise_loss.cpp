// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/elementwise_loss.h"

#include "engine/loss/loss_sum.h"

#include <cmath>

namespace ulpscope {

Status ElementwiseLoss::fits(const Shape& output, std::int64_t targetsPerExample, std::int64_t) const
{
    if (output.elements() == targetsPerExample)
        return success();
    return Error{"",
        "the model's output " + output.text() + " does not fit " + std::to_string(targetsPerExample)
            + " target(s) an example"};
}

double ElementwiseLoss::evaluate(Arithmetic& arithmetic, const Tensor& prediction,
    std::span<const double> targets, double upstream, Tensor& gradient)
{
    const ScalarOps ops(arithmetic, prediction.format());
    gradient.reset(prediction.shape(), prediction.format());
    const Index rows = prediction.rows();
    const Index columns = prediction.columns();
    const double share
        = ops.divide(ops.divide(upstream, exampleCount(prediction)), static_cast<double>(columns));
    LossSum total(arithmetic, prediction.format());
    for (Index r = 0; r < rows; ++r) {
        LossSum sum(arithmetic, prediction.format());
        for (Index i = r * columns; i < (r + 1) * columns; ++i) {
            const double target = ops.rounded(targets[static_cast<std::size_t>(i)]);
            const Term one = term(ops, prediction.at(i), target, share);
            sum.add(one.value);
            gradient.set(i, one.gradient);
        }
        total.add(sum.mean(columns));
    }
    return total.over(exampleCount(prediction));
}

void ElementwiseLoss::score(const Tensor& prediction, std::span<const double> targets, Score& score) const
{
    score.values += prediction.size();
    for (Index i = 0; i < prediction.size(); ++i)
        score.absoluteError += std::fabs(prediction.at(i) - targets[static_cast<std::size_t>(i)]);
}

} // namespace ulpscope
