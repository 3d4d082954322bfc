// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scaling/delayed_scaling.h"

#include "engine/base/check.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope {

void DelayedScaling::advance(float amax)
{
    if (amax == 0)
        return;
    history.front() = amax;
    float chosen = amax;
    if (choice == AmaxChoice::Max) {
        chosen = 0;
        for (const float entry : history)
            chosen = std::fmax(chosen, entry);
    }
    if (std::isfinite(chosen) && chosen > 0)
        scale = std::min(std::ldexp(largest, -margin) / chosen, std::numeric_limits<float>::max());
    std::rotate(history.begin(), history.begin() + 1, history.end());
    history.front() = 0;
}

DelayedScaling DelayedScaling::next(float amax) const
{
    DelayedScaling after = *this;
    after.advance(amax);
    return after;
}

DelayedScaling makeDelayedScaling(float largest, int length, AmaxChoice choice, int margin)
{
    check(length >= 1, "[makeDelayedScaling] a window of one step at least");
    return {largest, margin, choice, 1.0F, std::vector<float>(static_cast<std::size_t>(length), 0.0F)};
}

} // namespace ulpscope
