// SPDX-License-Identifier: GPL-3.0-or-later
// MeanSquaredError: mean of (prediction - target)^2 over all elements.
#pragma once

#include "engine/loss/elementwise_loss.h"

namespace ulpscope {

class MeanSquaredError : public ElementwiseLoss
{
protected:
    Term term(const ScalarOps& ops, double prediction, double target, double share) const override
    {
        const double difference = ops.subtract(prediction, target);
        return {
            ops.multiply(difference, difference), ops.multiply(share, 2 * difference)}; // times two is exact
    }
};

} // namespace ulpscope
