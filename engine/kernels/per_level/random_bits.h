// SPDX-License-Identifier: GPL-3.0-or-later
// The draws of stochastic rounding for a run of elements, as roundingBits() of dtype/rounding.h defines them.
#pragma once

#include "engine/kernels/per_level/carrier_bits.h"

#include <array>

namespace ulpscope::kernels {

/// Philox4x32-10 of `count` consecutive counters, words of one counter together.
inline void philoxBlocks(const RandomKey& key, std::uint64_t first, Index count, std::uint32_t* out)
{
    constexpr Index kLanes = 16;
    const auto step = static_cast<std::uint32_t>(key.step ^ (key.step >> 32));
    const std::uint32_t use = (static_cast<std::uint32_t>(key.use) << 24) ^ key.stream;
    for (Index begin = 0; begin < count; begin += kLanes) {
        std::uint32_t c0[kLanes];
        std::uint32_t c1[kLanes];
        std::uint32_t c2[kLanes];
        std::uint32_t c3[kLanes];
        const std::uint64_t base = first + static_cast<std::uint64_t>(begin);
        for (Index i = 0; i < kLanes; ++i) {
            const std::uint64_t index = base + static_cast<std::uint64_t>(i);
            c0[i] = static_cast<std::uint32_t>(index);
            c1[i] = static_cast<std::uint32_t>(index >> 32);
            c2[i] = step;
            c3[i] = use;
        }
        auto k0 = static_cast<std::uint32_t>(key.seed);
        auto k1 = static_cast<std::uint32_t>(key.seed >> 32);
        for (int round = 0; round < kPhiloxRounds; ++round) {
            for (Index i = 0; i < kLanes; ++i) {
                const std::uint64_t p0 = std::uint64_t{kPhiloxMultiplier0} * c0[i];
                const std::uint64_t p1 = std::uint64_t{kPhiloxMultiplier1} * c2[i];
                c0[i] = static_cast<std::uint32_t>(p1 >> 32) ^ c1[i] ^ k0;
                c1[i] = static_cast<std::uint32_t>(p1);
                c2[i] = static_cast<std::uint32_t>(p0 >> 32) ^ c3[i] ^ k1;
                c3[i] = static_cast<std::uint32_t>(p0);
            }
            k0 += kPhiloxWeyl0;
            k1 += kPhiloxWeyl1;
        }
        const Index used = count - begin < kLanes ? count - begin : kLanes;
        for (Index i = 0; i < used; ++i) {
            out[(begin + i) * 4] = c0[i];
            out[(begin + i) * 4 + 1] = c1[i];
            out[(begin + i) * 4 + 2] = c2[i];
            out[(begin + i) * 4 + 3] = c3[i];
        }
    }
}

constexpr Index kMostDraws = 512;

/// R of elements [first, first + n), n <= kMostDraws; `first` is a multiple of 16.
template <class T>
inline void drawBits(const RandomKey& key, std::uint64_t first, Index n, int randomBits, Word<T>* out)
{
    alignas(64) std::uint32_t words[kMostDraws];
    const int wide = randomBits <= 8 ? 8 : randomBits <= 16 ? 16 : 32;
    const auto perBlock = static_cast<std::uint64_t>(128 / wide);
    const Index blocks = (n + static_cast<Index>(perBlock) - 1) / static_cast<Index>(perBlock);
    philoxBlocks(key, first / perBlock, blocks, words);
    if (wide == 8) { // a block's words in little-endian order are its 16 elements' bytes
        const auto* bytes = reinterpret_cast<const unsigned char*>(words);
        for (Index i = 0; i < n; ++i)
            out[i] = static_cast<Word<T>>(bytes[i] >> (8 - randomBits));
    } else if (wide == 16) {
        for (Index i = 0; i < n; ++i)
            out[i] = static_cast<Word<T>>(((words[i / 2] >> (16 * (i % 2))) & 0xFFFF) >> (16 - randomBits));
    } else if (randomBits <= 32) {
        for (Index i = 0; i < n; ++i)
            out[i] = static_cast<Word<T>>(words[i] >> (32 - randomBits));
    } else if constexpr (sizeof(T) == sizeof(double)) {
        for (Index i = 0; i < n; ++i)
            out[i] = static_cast<Word<T>>(words[i]) << 32;
        RandomKey more = key;
        more.use = RandomUse::RoundingMore;
        philoxBlocks(more, first / perBlock, blocks, words);
        for (Index i = 0; i < n; ++i)
            out[i] = (out[i] | words[i]) >> (64 - randomBits);
    }
}

} // namespace ulpscope::kernels
