// SPDX-License-Identifier: GPL-3.0-or-later
// LogCosh: mean of log(cosh(d)) of differences d, as d + softplus(-2 d) - log 2 (keras/src/losses/losses.py).
#pragma once

#include "engine/loss/elementwise_loss.h"

#include <cmath>

namespace ulpscope {

class LogCosh : public ElementwiseLoss
{
protected:
    Term term(const ScalarOps& ops, double prediction, double target, double share) const override
    {
        const double difference = ops.subtract(prediction, target);
        const double x = difference * -2;
        // jax.nn.softplus: max(x, 0) + log1p(exp(-|x|)), whose derivative is exp(x - softplus(x))
        const double softplus = ops.add(std::fmax(x, 0), ops.log1p(ops.exp(-std::fabs(x))));
        const double slope = ops.exp(ops.subtract(x, softplus));
        const double value = ops.subtract(ops.add(difference, softplus), ops.log(2));
        return {std::isnan(difference) ? difference : value, ops.add(share, ops.multiply(share, slope) * -2)};
    }
};

} // namespace ulpscope
