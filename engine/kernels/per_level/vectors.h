// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors as wide as the level has them (GCC's vector extensions), for loops whose sums must stay in registers.
#pragma once

#include "engine/kernels/per_level/rounding/carrier_bits.h"

#include <cmath>
#include <type_traits>
#if defined(__SSE4_1__)
#include <immintrin.h>
#endif

namespace ulpscope::kernels {

#if defined(__AVX512F__)
inline constexpr int kVectorBytes = 64;
#elif defined(__AVX2__)
inline constexpr int kVectorBytes = 32;
#else
inline constexpr int kVectorBytes = 16;
#endif

template <class T>
struct VectorOf
{
    typedef T Type __attribute__((vector_size(kVectorBytes)));
    using SignedWord = std::make_signed_t<Word<T>>;
    typedef SignedWord BitsType __attribute__((vector_size(kVectorBytes)));
    typedef Word<T> WordsType __attribute__((vector_size(kVectorBytes)));
};

template <class T>
using Vector = typename VectorOf<T>::Type;
/// Signed, because processors before AVX-512 compare only these.
template <class T>
using VectorBits = typename VectorOf<T>::BitsType;
/// Unsigned, for arithmetic that wraps around.
template <class T>
using VectorWords = typename VectorOf<T>::WordsType;

template <class T>
inline constexpr int kVectorLanes = kVectorBytes / static_cast<int>(sizeof(T));

template <class T>
inline Vector<T> loadVector(const T* from)
{
    Vector<T> result;
    __builtin_memcpy(&result, from, sizeof result);
    return result;
}

template <class T>
inline void storeVector(T* to, const Vector<T>& value)
{
    __builtin_memcpy(to, &value, sizeof value);
}

template <class T>
inline Vector<T> broadcast(T value)
{
    return value - Vector<T>{}; // minus: -0 stays
}

template <class T>
inline VectorWords<T> broadcastWords(Word<T> value)
{
    return value - VectorWords<T>{};
}

template <class T>
inline VectorBits<T> broadcastBits(Word<T> value)
{
    return (VectorBits<T>)broadcastWords<T>(value);
}

template <class T>
inline Vector<T> absolute(const Vector<T>& x)
{
    return (Vector<T>)((VectorBits<T>)x & broadcastBits<T>(CarrierBits<T>::kAbs));
}

template <class T>
inline Vector<T> larger(const Vector<T>& a, const Vector<T>& b)
{
    return a > b ? a : b;
}

/// 1 / 2^(exponent of x), where x is at least the smallest normal number; exact.
inline Vector<double> inverseBinade(const Vector<double>& x)
{
    using Bits = CarrierBits<double>;
    constexpr std::uint64_t kSum = std::uint64_t{2 * Bits::kBias} << Bits::kMantissa; // both exponents' sum
    constexpr std::uint64_t kMin = std::uint64_t{1} << (Bits::kMantissa - 1); // 2^-1023, a subnormal number
    const VectorBits<double> inverse
        = broadcastBits<double>(kSum) - ((VectorBits<double>)x & broadcastBits<double>(Bits::kInfinity));
    const VectorBits<double> least = broadcastBits<double>(kMin);
    return (Vector<double>)(inverse > least ? inverse : least); // the result is below 0 for infinity
}

/// Loads one value for each lane of a vector of double.
inline Vector<double> loadAsDouble(const double* from)
{
    return loadVector(from);
}
inline Vector<double> loadAsDouble(const float* from)
{
#if defined(__AVX512F__)
    return _mm512_maskz_cvtps_pd(
        0xFF, _mm256_loadu_ps(from)); // GCC 12 makes two halves of a converted vector
#else
    typedef float Half __attribute__((vector_size(kVectorBytes / 2)));
    Half half;
    __builtin_memcpy(&half, from, sizeof half);
    return __builtin_convertvector(half, Vector<double>);
#endif
}

/// Whether any lane of a comparison is true.
template <class T>
inline bool any(const VectorBits<T>& mask)
{
    typename VectorOf<T>::SignedWord lanes[kVectorLanes<T>];
    __builtin_memcpy(lanes, &mask, sizeof mask);
    typename VectorOf<T>::SignedWord all = 0;
    for (const auto lane : lanes)
        all |= lane;
    return all != 0;
}

#if defined(__AVX512F__)
// With a mask of ones: GCC 12 takes the undefined vector inside the plain intrinsics for an uninitialised variable.
inline __m512 truncate(__m512 x)
{
    return _mm512_maskz_roundscale_ps(0xFFFF, x, 0x0B);
}
inline __m512d truncate(__m512d x)
{
    return _mm512_maskz_roundscale_pd(0xFF, x, 0x0B);
}
inline __m512d roundDown(__m512d x)
{
    return _mm512_maskz_roundscale_pd(0xFF, x, 0x09);
}
#elif defined(__AVX2__)
inline __m256 truncate(__m256 x)
{
    return _mm256_round_ps(x, 0x0B);
}
inline __m256d truncate(__m256d x)
{
    return _mm256_round_pd(x, 0x0B);
}
inline __m256d roundDown(__m256d x)
{
    return _mm256_round_pd(x, 0x09);
}
#elif defined(__SSE4_1__)
inline __m128 truncate(__m128 x)
{
    return _mm_round_ps(x, 0x0B);
}
inline __m128d truncate(__m128d x)
{
    return _mm_round_pd(x, 0x0B);
}
inline __m128d roundDown(__m128d x)
{
    return _mm_round_pd(x, 0x09);
}
#else
template <class V>
inline V truncate(V x)
{
    for (std::size_t i = 0; i < sizeof(V) / sizeof(x[0]); ++i)
        x[i] = std::trunc(x[i]);
    return x;
}
template <class V>
inline V roundDown(V x)
{
    for (std::size_t i = 0; i < sizeof(V) / sizeof(x[0]); ++i)
        x[i] = std::floor(x[i]);
    return x;
}
#endif

} // namespace ulpscope::kernels
