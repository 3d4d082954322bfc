// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scaling/delayed_scaling.h"

#include "engine/base/check.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope {

DelayedScaling DelayedScaling::next(float amax) const
{
    if (amax == 0)
        return *this;
    DelayedScaling after = *this;
    after.history.front() = amax;
    float chosen = amax;
    if (choice == AmaxChoice::Max) {
        chosen = 0;
        for (const float entry : after.history)
            chosen = std::fmax(chosen, entry);
    }
    if (std::isfinite(chosen) && chosen > 0)
        after.scale = std::min(std::ldexp(largest, -margin) / chosen, std::numeric_limits<float>::max());
    std::rotate(after.history.begin(), after.history.begin() + 1, after.history.end());
    after.history.front() = 0;
    return after;
}

DelayedScaling makeDelayedScaling(float largest, int length, AmaxChoice choice, int margin)
{
    check(length >= 1, "[makeDelayedScaling] a window of one step at least");
    return {largest, margin, choice, 1.0F, std::vector<float>(static_cast<std::size_t>(length), 0.0F)};
}

} // namespace ulpscope
