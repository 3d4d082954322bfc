// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/hinge.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

/// 1 - t p where that is positive; a NaN stays.
double marginOf(double difference)
{
    return difference > 0 || std::isnan(difference) ? difference : 0;
}

} // namespace

double Hinge::evaluate(Arithmetic& arithmetic, const Tensor& prediction, std::span<const double> targets,
    double upstream, Tensor& gradient)
{
    const bool isBinary
        = std::all_of(targets.begin(), targets.end(), [](double t) { return t == 0 || t == 1; });
    if (!isBinary)
        return ElementwiseLoss::evaluate(arithmetic, prediction, targets, upstream, gradient);
    m_signs.resize(targets.size());
    std::transform(targets.begin(), targets.end(), m_signs.begin(), [](double t) { return 2 * t - 1; });
    return ElementwiseLoss::evaluate(arithmetic, prediction, m_signs, upstream, gradient);
}

ElementwiseLoss::Term Hinge::term(const ScalarOps& ops, double prediction, double target, double share) const
{
    const double difference = ops.subtract(1, ops.multiply(target, prediction));
    // At 0, where both arguments are equal, the gradient of JAX's maximum is one half.
    const double slope = difference == 0 ? 0.5 : difference < 0 ? 0 : 1;
    return {marginOf(difference), ops.multiply(-(share * slope), target)};
}

ElementwiseLoss::Term SquaredHinge::term(
    const ScalarOps& ops, double prediction, double target, double share) const
{
    const double margin = marginOf(ops.subtract(1, ops.multiply(target, prediction)));
    return {ops.multiply(margin, margin), ops.multiply(-ops.multiply(share, 2 * margin), target)};
}

} // namespace ulpscope
