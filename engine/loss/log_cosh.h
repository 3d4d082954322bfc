// SPDX-License-Identifier: GPL-3.0-or-later
// LogCosh: mean of log(cosh(d)) of differences d, as d + softplus(-2 d) - log 2 (keras/src/losses/losses.py).
#pragma once

#include "engine/loss/elementwise_loss.h"

#include <cmath>

namespace ulpscope {

class LogCosh : public ElementwiseLoss
{
protected:
    Term term(const Round& round, double prediction, double target, double share) const override
    {
        const double difference = round(prediction - target);
        const double x = difference * -2;
        // jax.nn.softplus: max(x, 0) + log1p(exp(-|x|)), whose derivative is exp(x - softplus(x))
        const double softplus = round(std::fmax(x, 0) + round(std::log1p(round(std::exp(-std::fabs(x))))));
        const double slope = round(std::exp(round(x - softplus)));
        const double value = round(round(difference + softplus) - round(std::log(2)));
        return {std::isnan(difference) ? difference : value, round(share + round(share * slope) * -2)};
    }
};

} // namespace ulpscope
