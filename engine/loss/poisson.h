// SPDX-License-Identifier: GPL-3.0-or-later
// Poisson: mean of p - t log(p + epsilon) (keras/src/losses/losses.py).
#pragma once

#include "engine/loss/elementwise_loss.h"

#include <cmath>

namespace ulpscope {

class Poisson : public ElementwiseLoss
{
protected:
    Term term(const Round& round, double prediction, double target, double share) const override
    {
        const double shifted = round(prediction + round(kProbabilityEpsilon));
        const double value = round(prediction - round(target * round(std::log(shifted))));
        return {value, round(share - round(round(share * target) / shifted))};
    }
};

} // namespace ulpscope
