// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scaling/loss_scale.h"

#include <vector>

namespace ulpscope {

LossScale LossScale::next(bool gradientsFinite) const
{
    LossScale after = *this;
    if (rule != LossScaleRule::Dynamic)
        return after;
    if (!gradientsFinite) {
        after.goodSteps = 0;
        after.scale *= 0.5F;
    } else if (goodSteps == growthSteps - 1) {
        after.goodSteps = 0;
        after.scale *= 2.0F;
    } else {
        ++after.goodSteps;
    }
    return after;
}

std::span<const LossScaleClass> lossScaleCatalog()
{
    static const std::vector<LossScaleClass> rows{
        {{"none", "The loss is differentiated as it is.", {}}, [](const Config&) { return LossScale{}; }},
        {{"fixed",
             "The loss is multiplied by a constant before it is differentiated; gradients are divided by it.",
             {{"scale", 1.0, "The factor; a power of two costs no rounding.", 0x1p-126, 0x1p127}}},
            [](const Config& config) {
                return LossScale{LossScaleRule::Fixed, static_cast<float>(config.number("scale"))};
            }},
        {{"dynamic",
             "Keras' LossScaleOptimizer: halves and skips the step when a gradient is not finite, doubles "
             "after a row of "
             "good steps.",
             {{"initial_scale", 32768.0, "The factor at the first step.", 0x1p-126, 0x1p127},
                 {"dynamic_growth_steps", std::int64_t{2000},
                     "Good steps in a row after which the factor doubles.", 1, 1'000'000'000}}},
            [](const Config& config) {
                return LossScale{LossScaleRule::Dynamic, static_cast<float>(config.number("initial_scale")),
                    config.integer("dynamic_growth_steps")};
            }},
    };
    return rows;
}

} // namespace ulpscope
