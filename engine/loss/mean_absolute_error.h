// SPDX-License-Identifier: GPL-3.0-or-later
// MeanAbsoluteError: mean of |prediction - target| over all elements; without a slope where they are equal.
#pragma once

#include "engine/loss/elementwise_loss.h"

#include <cmath>

namespace ulpscope {

class MeanAbsoluteError : public ElementwiseLoss
{
protected:
    Term term(const ScalarOps& ops, double prediction, double target, double share) const override
    {
        const double difference = ops.subtract(prediction, target);
        const double sign = difference > 0 ? 1 : difference < 0 ? -1 : difference; // 0 and NaN stay
        return {std::fabs(difference), share * sign};
    }
};

} // namespace ulpscope
