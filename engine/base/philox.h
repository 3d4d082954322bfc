// SPDX-License-Identifier: GPL-3.0-or-later
// Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as
// 1, 2, 3" (SC 2011). A draw is a function of its key, so results do not depend on threads or on the order of draws.
#pragma once

#include <array>
#include <cstdint>

namespace ulpscope {

/// The use of a draw. It is a part of the key, so that two uses never share numbers.
enum class RandomUse : std::uint32_t {
    Initializer = 1,
    Shuffle = 2,
    Dropout = 3,
    Dataset = 4,
    Rounding = 5,
    RoundingMore = 6,
    Noise = 7
};

/// Names a stream of draws. `stream` tells apart users of the same kind (which layer, which variable).
struct RandomKey
{
    std::uint64_t seed = 0;
    RandomUse use = RandomUse::Initializer;
    std::uint32_t stream = 0;
    std::uint64_t step = 0;
};

// Rounds of Philox4x32-10, and the multipliers and Weyl constants of the paper, table 2.
inline constexpr int kPhiloxRounds = 10;
inline constexpr std::uint32_t kPhiloxMultiplier0 = 0xD2511F53;
inline constexpr std::uint32_t kPhiloxMultiplier1 = 0xCD9E8D57;
inline constexpr std::uint32_t kPhiloxWeyl0 = 0x9E3779B9;
inline constexpr std::uint32_t kPhiloxWeyl1 = 0xBB67AE85;

/// Ten rounds on a 128-bit counter under a 64-bit key.
std::array<std::uint32_t, 4> philox4x32(
    std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

/// The 128 bits of one counter value of the stream.
std::array<std::uint32_t, 4> randomBlock(const RandomKey& key, std::uint64_t index);
/// 32 random bits of draw `index` of the stream.
std::uint32_t randomBits(const RandomKey& key, std::uint64_t index);
/// Uniform in [0, 1) with 53 bits.
double randomUniform(const RandomKey& key, std::uint64_t index);
/// Standard normal by Box and Muller; one draw an index.
double randomNormal(const RandomKey& key, std::uint64_t index);

} // namespace ulpscope
