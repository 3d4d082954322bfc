// SPDX-License-Identifier: GPL-3.0-or-later
// Huber: half the squared difference up to delta, linear beyond (keras/src/losses/losses.py).
#pragma once

#include "engine/base/config.h"
#include "engine/loss/elementwise_loss.h"

#include <cmath>

namespace ulpscope {

class Huber : public ElementwiseLoss
{
public:
    explicit Huber(const Config& config)
        : m_delta(config.number("delta"))
    {
    }

protected:
    Term term(const ScalarOps& ops, double prediction, double target, double share) const override
    {
        const double delta = ops.rounded(m_delta);
        const double difference = ops.subtract(prediction, target);
        const double size = std::fabs(difference);
        if (size <= delta)
            return {0.5 * ops.multiply(difference, difference), ops.multiply(share, difference)};
        const double value = ops.subtract(ops.multiply(delta, size), 0.5 * ops.multiply(delta, delta));
        const double sign = difference > 0 ? 1 : difference < 0 ? -1 : difference;
        return {value, ops.multiply(ops.multiply(share, delta), sign)};
    }

private:
    double m_delta;
};

} // namespace ulpscope
