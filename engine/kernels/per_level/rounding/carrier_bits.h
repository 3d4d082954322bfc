// SPDX-License-Identifier: GPL-3.0-or-later
// A carrier's bit pattern, and facts about a value by integer arithmetic.
#pragma once

#include "engine/kernels/kernel_table.h"

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace ulpscope::kernels {

template <class T>
struct CarrierBits
{
    using Word = std::conditional_t<std::is_same_v<T, float>, std::uint32_t, std::uint64_t>;
    static constexpr int kMantissa = std::numeric_limits<T>::digits - 1;
    static constexpr int kBias = std::numeric_limits<T>::max_exponent - 1;
    static constexpr Word kSign = Word{1} << (sizeof(T) * 8 - 1);
    static constexpr Word kAbs = kSign - 1;
    static constexpr Word kInfinity = kAbs >> kMantissa << kMantissa;
};

template <class T>
using Word = typename CarrierBits<T>::Word;

template <class T>
inline Word<T> magnitudeBits(T x)
{
    return std::bit_cast<Word<T>>(x) & CarrierBits<T>::kAbs;
}

// Facts as 0 or 1 by plain integer arithmetic: comparisons would keep GCC 12 from vectorising the counting loops.
template <class T>
inline Word<T> isNonFinite(T x)
{
    return (CarrierBits<T>::kInfinity - 1 - magnitudeBits(x)) >> (sizeof(T) * 8 - 1);
}

template <class T>
inline Word<T> isFinite(T x)
{
    return (magnitudeBits(x) - CarrierBits<T>::kInfinity) >> (sizeof(T) * 8 - 1);
}

template <class T>
inline Word<T> isNonZero(T x)
{
    return (magnitudeBits(x) + CarrierBits<T>::kAbs) >> (sizeof(T) * 8 - 1);
}

/// The bits of |x|, or 0 for NaN and infinity; they order as the magnitudes do.
template <class T>
inline Word<T> finiteMagnitudeBits(T x)
{
    return magnitudeBits(x) & (Word<T>{0} - isFinite(x));
}

} // namespace ulpscope::kernels
