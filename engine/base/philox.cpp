// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/philox.h"

#include <cmath>
#include <numbers>

namespace ulpscope {

std::array<std::uint32_t, 4> philox4x32(
    std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key)
{
    for (int round = 0; round < kPhiloxRounds; ++round) {
        const std::uint64_t product0 = std::uint64_t{kPhiloxMultiplier0} * counter[0];
        const std::uint64_t product1 = std::uint64_t{kPhiloxMultiplier1} * counter[2];
        counter = {static_cast<std::uint32_t>(product1 >> 32) ^ counter[1] ^ key[0],
            static_cast<std::uint32_t>(product1),
            static_cast<std::uint32_t>(product0 >> 32) ^ counter[3] ^ key[1],
            static_cast<std::uint32_t>(product0)};
        key[0] += kPhiloxWeyl0;
        key[1] += kPhiloxWeyl1;
    }
    return counter;
}

std::array<std::uint32_t, 4> randomBlock(const RandomKey& key, std::uint64_t index)
{
    // The key holds the seed; the counter holds element, step, and use with stream.
    const auto step = static_cast<std::uint32_t>(key.step ^ (key.step >> 32));
    const std::uint32_t use = (static_cast<std::uint32_t>(key.use) << 24) ^ key.stream;
    return philox4x32({static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32), step, use},
        {static_cast<std::uint32_t>(key.seed), static_cast<std::uint32_t>(key.seed >> 32)});
}

namespace {

double unit(std::uint32_t high, std::uint32_t low)
{
    const std::uint64_t bits = (static_cast<std::uint64_t>(high) << 32) | low;
    return static_cast<double>(bits >> 11) * 0x1p-53;
}

} // namespace

std::uint32_t randomBits(const RandomKey& key, std::uint64_t index)
{
    return randomBlock(key, index)[0];
}

double randomUniform(const RandomKey& key, std::uint64_t index)
{
    const auto bits = randomBlock(key, index);
    return unit(bits[0], bits[1]);
}

double randomNormal(const RandomKey& key, std::uint64_t index)
{
    const auto bits = randomBlock(key, index);
    const double radius = std::sqrt(-2.0 * std::log(1.0 - unit(bits[0], bits[1])));
    return radius * std::cos(2.0 * std::numbers::pi * unit(bits[2], bits[3]));
}

} // namespace ulpscope
