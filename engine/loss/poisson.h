// SPDX-License-Identifier: GPL-3.0-or-later
// Poisson: mean of p - t log(p + epsilon) (keras/src/losses/losses.py).
#pragma once

#include "engine/loss/elementwise_loss.h"

#include <cmath>

namespace ulpscope {

class Poisson : public ElementwiseLoss
{
protected:
    Term term(const ScalarOps& ops, double prediction, double target, double share) const override
    {
        const double shifted = ops.add(prediction, ops.rounded(kProbabilityEpsilon));
        const double value = ops.subtract(prediction, ops.multiply(target, ops.log(shifted)));
        return {value, ops.subtract(share, ops.divide(ops.multiply(share, target), shifted))};
    }
};

} // namespace ulpscope
