// SPDX-License-Identifier: GPL-3.0-or-later
// Rounding float32 to IEEE float16 by the processor's own conversions (VCVTPS2PH and VCVTPH2PS, Intel 64 and IA-32
// Architectures Software Developer's Manual, volume 2), which take fewer instructions than the loop for any format.
#pragma once

#if defined(__F16C__)
#include "engine/kernels/per_level/rounding/rounders.h"

#include <cmath>
#include <immintrin.h>

namespace ulpscope::kernels {

/// Whether a grid is that of float16, to nearest even with infinities, so that the conversion gives its values.
inline bool isHalf(const Grid<float>& grid)
{
    constexpr int kMantissaBits = 10;
    constexpr int kMaxExponent = 15;
    return grid.kind == GridKind::Magic && grid.mantissaBits == kMantissaBits
        && grid.minExponent == 1 - kMaxExponent && grid.maxExponent == kMaxExponent
        && std::isinf(grid.overflowValue) && std::isinf(grid.clip) && std::signbit(grid.zero);
}

/// Gives what roundValues() gives for this grid; `in` may equal `out`.
inline std::optional<FiniteRange> roundToHalf(
    const float* in, float* out, Index n, const Grid<float>& grid, RoundingCounts& counts)
{
    using Rounder = MagicRounder<float, false>;
    const Rounder round(grid);
    BlockCounter<float, Rounder> counter(round, counts);
    constexpr int kNearestEven = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
    for (Index begin = 0; begin < n; begin += kRoundingBlock) {
        const Index length = std::min(n - begin, kRoundingBlock);
        float before[kRoundingBlock]; // in may be out
        const float* const from = in + begin;
        float* const after = out + begin;
        Index done = 0;
#if defined(__AVX512F__)
        constexpr Index kLanes = 16;
        const __m512i magnitudeOnly = _mm512_set1_epi32(static_cast<int>(CarrierBits<float>::kAbs));
        __m512i largest = _mm512_setzero_si512();
        __m512i smallest = _mm512_set1_epi32(-1);
        for (; done + kLanes <= length; done += kLanes) {
            const __m512 exact = _mm512_loadu_ps(from + done);
            _mm512_storeu_ps(before + done, exact);
            const __m256i half = _mm512_maskz_cvtps_ph(0xFFFF, exact, kNearestEven);
            _mm512_storeu_ps(after + done, _mm512_maskz_cvtph_ps(0xFFFF, half));
            const __m512i magnitude = _mm512_and_si512(_mm512_castps_si512(exact), magnitudeOnly);
            const __m512i lessOne = _mm512_add_epi32(magnitude, _mm512_set1_epi32(-1));
            largest = _mm512_maskz_max_epu32(0xFFFF, largest, magnitude);
            smallest = _mm512_maskz_min_epu32(0xFFFF, smallest, lessOne);
        }
#else
        constexpr Index kLanes = 8;
        const __m256i magnitudeOnly = _mm256_set1_epi32(static_cast<int>(CarrierBits<float>::kAbs));
        __m256i largest = _mm256_setzero_si256();
        __m256i smallest = _mm256_set1_epi32(-1);
        for (; done + kLanes <= length; done += kLanes) {
            const __m256 exact = _mm256_loadu_ps(from + done);
            _mm256_storeu_ps(before + done, exact);
            _mm256_storeu_ps(after + done, _mm256_cvtph_ps(_mm256_cvtps_ph(exact, kNearestEven)));
            const __m256i magnitude = _mm256_and_si256(_mm256_castps_si256(exact), magnitudeOnly);
            const __m256i lessOne = _mm256_add_epi32(magnitude, _mm256_set1_epi32(-1));
            largest = _mm256_max_epu32(largest, magnitude);
            smallest = _mm256_min_epu32(smallest, lessOne);
        }
#endif
        MagnitudeRange<float> range{~Word<float>{0}, 0};
        Word<float> lanes[2][kLanes];
        __builtin_memcpy(lanes[0], &smallest, sizeof lanes[0]);
        __builtin_memcpy(lanes[1], &largest, sizeof lanes[1]);
        for (Index lane = 0; lane < kLanes; ++lane) {
            range.smallestLessOne = std::min(range.smallestLessOne, lanes[0][lane]);
            range.largest = std::max(range.largest, lanes[1][lane]);
        }
        for (; done < length; ++done) {
            before[done] = from[done];
            after[done] = round(before[done]);
            const Word<float> magnitude = magnitudeBits(before[done]);
            range.largest = std::max(range.largest, magnitude);
            range.smallestLessOne = std::min(range.smallestLessOne, magnitude - 1);
        }
        counter.add(before, after, length, range);
    }
    return counter.seen(grid);
}

} // namespace ulpscope::kernels

#endif
