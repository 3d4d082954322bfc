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
    Term term(const Round& round, double prediction, double target, double share) const override
    {
        const double delta = round(m_delta);
        const double difference = round(prediction - target);
        const double size = std::fabs(difference);
        if (size <= delta)
            return {0.5 * round(difference * difference), round(share * difference)};
        const double value = round(round(delta * size) - 0.5 * round(delta * delta));
        return {value, round(round(share * delta) * (difference > 0 ? 1 : difference < 0 ? -1 : difference))};
    }

private:
    double m_delta;
};

} // namespace ulpscope
