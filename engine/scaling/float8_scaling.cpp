// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scaling/float8_scaling.h"

#include "engine/base/check.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace ulpscope {

// Magnitudes are ordered as their codes are, NaN above infinity. Integers, several at once: a step looks at every history.
float largestAmax(std::span<const float> history)
{
    constexpr std::size_t kLanes = 16;
    const auto code = [](float entry) { return std::bit_cast<std::int32_t>(entry) & 0x7fffffff; };
    std::array<std::int32_t, kLanes> lanes{};
    std::size_t i = 0;
    for (; i + kLanes <= history.size(); i += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            lanes[lane] = std::max(lanes[lane], code(history[i + lane]));
    std::int32_t largest = 0;
    for (; i < history.size(); ++i)
        largest = std::max(largest, code(history[i]));
    for (const std::int32_t lane : lanes)
        largest = std::max(largest, lane);
    return std::bit_cast<float>(largest);
}

float AmaxHistory::nextScale() const
{
    const float largest = largestAmax(history);
    // Keras computes Transformer Engine's reciprocal scale and inverts it again, also where the scale stays.
    const float reciprocal
        = largest > 0 && std::isfinite(largest) ? std::ldexp(dtypeMax / largest, -margin) : 1 / scale;
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

AmaxHistory makeAmaxHistory(float dtypeMax, int length, int margin)
{
    return {dtypeMax, 1.0F, std::vector<float>(static_cast<std::size_t>(length), 0.0F), margin};
}

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
