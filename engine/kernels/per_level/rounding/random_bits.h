// SPDX-License-Identifier: GPL-3.0-or-later
// The draws of stochastic rounding for a run of elements, as roundingBits() of dtype/rounding.h defines them.
#pragma once

#include "engine/kernels/per_level/rounding/carrier_bits.h"

#include <array>
#include <cstring>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace ulpscope::kernels {

// 32 x 32 -> 64 bit products of the lower halves of 64-bit lanes. Every x86-64 has the instruction, but GCC 12 makes three
// multiplications of a * b, even where it could see that the upper halves are zero.
#if defined(__AVX512F__)
using Lanes = __m512i;
inline Lanes lowProducts(Lanes a, Lanes b)
{
    return _mm512_mul_epu32(a, b);
}
#elif defined(__AVX2__)
using Lanes = __m256i;
inline Lanes lowProducts(Lanes a, Lanes b)
{
    return _mm256_mul_epu32(a, b);
}
#elif defined(__SSE2__)
using Lanes = __m128i;
inline Lanes lowProducts(Lanes a, Lanes b)
{
    return _mm_mul_epu32(a, b);
}
#else
using Lanes = std::uint64_t __attribute__((vector_size(16)));
inline Lanes lowProducts(Lanes a, Lanes b)
{
    return (a & 0xFFFFFFFF) * (b & 0xFFFFFFFF);
}
#endif

/// Philox4x32-10 of `count` consecutive counters, words of one counter together. The words lie in 64-bit lanes, whose
/// upper halves hold what a product left there and are cleared only in the end.
inline void philoxBlocks(const RandomKey& key, std::uint64_t first, Index count, std::uint32_t* out)
{
    using Words = std::uint64_t __attribute__((vector_size(sizeof(Lanes))));
    constexpr Index kWidth = sizeof(Lanes) / sizeof(std::uint64_t);
    constexpr Index kChains = 4; // independent ones, to hide the latency of a multiplication
    const Words multiplier0 = Words{} + kPhiloxMultiplier0;
    const Words multiplier1 = Words{} + kPhiloxMultiplier1;
    const std::uint64_t step = static_cast<std::uint32_t>(key.step ^ (key.step >> 32));
    const std::uint64_t use = (static_cast<std::uint32_t>(key.use) << 24) ^ key.stream;
    for (Index begin = 0; begin < count; begin += kChains * kWidth) {
        Words c0[kChains];
        Words c1[kChains];
        Words c2[kChains];
        Words c3[kChains];
        for (Index j = 0; j < kChains; ++j) {
            std::array<std::uint64_t, kWidth> counters{};
            for (std::size_t i = 0; i < kWidth; ++i)
                counters[i] = first + static_cast<std::uint64_t>(begin + j * kWidth) + i;
            c0[j] = std::bit_cast<Words>(counters);
            c1[j] = c0[j] >> 32;
            c2[j] = Words{} + step;
            c3[j] = Words{} + use;
        }
        auto k0 = static_cast<std::uint32_t>(key.seed);
        auto k1 = static_cast<std::uint32_t>(key.seed >> 32);
        for (int round = 0; round < kPhiloxRounds; ++round) {
#pragma GCC unroll 4
            for (Index j = 0; j < kChains; ++j) {
                const auto p0 = std::bit_cast<Words>(
                    lowProducts(std::bit_cast<Lanes>(multiplier0), std::bit_cast<Lanes>(c0[j])));
                const auto p1 = std::bit_cast<Words>(
                    lowProducts(std::bit_cast<Lanes>(multiplier1), std::bit_cast<Lanes>(c2[j])));
                c0[j] = (p1 >> 32) ^ c1[j] ^ k0;
                c1[j] = p1;
                c2[j] = (p0 >> 32) ^ c3[j] ^ k1;
                c3[j] = p0;
            }
            k0 += kPhiloxWeyl0;
            k1 += kPhiloxWeyl1;
        }
        constexpr std::uint64_t kLow = 0xFFFFFFFF;
        std::uint64_t pairs[kChains * kWidth][2];
        for (Index j = 0; j < kChains; ++j) {
            const Words low = (c0[j] & kLow) | (c1[j] << 32);
            const Words high = (c2[j] & kLow) | (c3[j] << 32);
            for (Index i = 0; i < kWidth; ++i) {
                pairs[j * kWidth + i][0] = low[i];
                pairs[j * kWidth + i][1] = high[i];
            }
        }
        // The counters lie one after the other, each as four words in little-endian order.
        static_assert(std::endian::native == std::endian::little);
        std::memcpy(out + begin * 4, pairs, sizeof(pairs));
    }
}

constexpr Index kMaxDraws = 512;
constexpr Index kSpare = 128; // philoxBlocks() writes whole groups of counters

/// The draws of up to kMaxDraws elements, before the top N bits are taken of each.
struct Draws
{
    alignas(64) std::uint32_t words[kMaxDraws + kSpare];
    std::uint32_t lowWords[kMaxDraws + kSpare]; ///< used by N > 32 alone
};

/// Draws for elements [first, first + n); `first` is a multiple of 16.
inline void draw(const RandomKey& key, std::uint64_t first, Index n, int randomBits, Draws& draws)
{
    const std::uint64_t perBlock = randomBits <= 8 ? 16 : randomBits <= 16 ? 8 : 4;
    const Index blocks = (n + static_cast<Index>(perBlock) - 1) / static_cast<Index>(perBlock);
    philoxBlocks(key, first / perBlock, blocks, draws.words);
    if (randomBits > 32) {
        RandomKey more = key;
        more.use = RandomUse::RoundingMore;
        philoxBlocks(more, first / perBlock, blocks, draws.lowWords);
    }
}

/// Calls f(r), where r(i) is R of element first + i.
template <class T, class F>
inline void withDraws(const RandomKey& key, std::uint64_t first, Index n, int randomBits, F&& f)
{
    Draws draws;
    draw(key, first, n, randomBits, draws);
    // A block's words in little-endian order are its elements' bytes or half words.
    if (randomBits <= 8) {
        const auto* bytes = reinterpret_cast<const unsigned char*>(draws.words);
        const int shift = 8 - randomBits;
        f([bytes, shift](Index i) { return static_cast<Word<T>>(bytes[i] >> shift); });
    } else if (randomBits <= 16) {
        std::uint16_t halves[kMaxDraws];
        std::memcpy(halves, draws.words, sizeof(halves));
        const auto* values = halves;
        const int shift = 16 - randomBits;
        f([values, shift](Index i) { return static_cast<Word<T>>(values[i] >> shift); });
    } else if (randomBits <= 32) {
        const std::uint32_t* words = draws.words;
        const int shift = 32 - randomBits;
        f([words, shift](Index i) { return static_cast<Word<T>>(words[i] >> shift); });
    } else if constexpr (sizeof(T) == sizeof(double)) {
        const Draws* both = &draws;
        const int shift = 64 - randomBits;
        f([both, shift](
              Index i) { return (static_cast<Word<T>>(both->words[i]) << 32 | both->lowWords[i]) >> shift; });
    }
}

} // namespace ulpscope::kernels
