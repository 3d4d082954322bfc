// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scaling/amax_history.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

float AmaxHistory::nextScale() const
{
    float largest = 0;
    for (const float entry : history) // a NaN anywhere makes the maximum NaN, as in NumPy
        largest = std::isnan(entry) || std::isnan(largest) ? std::nanf("") : std::max(largest, entry);
    // Keras computes Transformer Engine's reciprocal scale and inverts it again, also where the scale stays.
    const float reciprocal = largest > 0 && std::isfinite(largest) ? dtypeMax / largest : 1 / scale;
    return 1 / reciprocal;
}

void AmaxHistory::advance(float amax)
{
    scale = nextScale();
    if (history.empty())
        return;
    std::rotate(history.begin(), history.begin() + 1, history.end());
    history.front() = amax;
}

AmaxHistory AmaxHistory::next(float amax) const
{
    AmaxHistory after = *this;
    after.advance(amax);
    return after;
}

AmaxHistory makeAmaxHistory(float dtypeMax, int length)
{
    return {dtypeMax, 1.0F, std::vector<float>(static_cast<std::size_t>(length), 0.0F)};
}

} // namespace ulpscope
