// SPDX-License-Identifier: GPL-3.0-or-later
// Rounding in the modes other than to nearest even, without branches. From the smallest normal of the format (or of the
// carrier) on, the mantissa is rounded in the bit pattern; below, where the spacing is constant, by way of the
// integer part. What lies beyond the format's range is left to the second look (exceptions.h).
#pragma once

#include "engine/kernels/per_level/rounding/random_bits.h"

#include <cmath>

namespace ulpscope::kernels {

/// kLifted: values below the smallest normal are rounded in the pattern too, after adding that normal to them, which gives
/// their sum the format's constant spacing; what the sum cannot hold is kept as a sticky last bit. See canLift().
template <class T, RoundingMode kMode, bool kLifted>
class DirectedRounder
{
    using B = CarrierBits<T>;

public:
    explicit DirectedRounder(const Grid<T>& grid)
        : m_dropped(static_cast<Word<T>>(B::kMantissa - grid.mantissaBits))
        , m_rest((Word<T>{1} << m_dropped) - 1)
        , m_half(m_dropped == 0 ? 0 : Word<T>{1} << (m_dropped - 1))
        , m_parity(grid.flipsParity)
        , m_zero(grid.zero)
        , m_clip(grid.clip)
        , m_signs(grid.ignoresSign ? 0 : B::kSign)
        , m_stepsAreCodes(grid.hasZero)
        , m_boundary(std::ldexp(T{1}, std::max(grid.minExponent, std::numeric_limits<T>::min_exponent - 1)))
    {
        const int spacing = grid.minExponent - grid.mantissaBits;
        m_up1 = std::ldexp(T{1}, -spacing / 2);
        m_up2 = std::ldexp(T{1}, -spacing - -spacing / 2);
        m_down1 = std::ldexp(T{1}, spacing / 2);
        m_down2 = std::ldexp(T{1}, spacing - spacing / 2);
        m_maxFinite = grid.maxFinite;
        m_overflowPositive = stopsAtLargest(kMode, false) ? grid.maxFinite : grid.overflowValue;
        m_overflowNegative = stopsAtLargest(kMode, true) ? grid.maxFinite : grid.overflowValue;
        const int n = grid.randomBits;
        const auto dropped = static_cast<int>(m_dropped);
        m_left = static_cast<Word<T>>(std::max(0, dropped - n));
        m_right = static_cast<Word<T>>(std::max(0, n - dropped));
        m_below = (Word<T>{1} << m_left) - 1;
        m_belowHalf = m_below >> 1;
        m_middle = m_left == 0 ? 0 : Word<T>{1} << (m_left - 1);
        m_one = std::ldexp(T{1}, n);
    }

    /// `random`: R, of the stochastic modes only.
    [[gnu::always_inline]] T operator()(T x, Word<T> random) const
    {
        const auto bits = std::bit_cast<Word<T>>(x);
        const Word<T> magnitude = bits & B::kAbs;
        const bool isNegative = (bits & m_signs) != 0;
        const T size = std::bit_cast<T>(magnitude);
        T rounded;
        if constexpr (kLifted) {
            const T lift = size < m_boundary ? m_boundary : T{0};
            const T lifted = size + lift;
            const T back = lifted - lift;
            Word<T> pattern = std::bit_cast<Word<T>>(lifted);
            pattern -= back > size ? 1 : 0; // towards zero
            pattern |= back != size ? 1 : 0;
            rounded = std::bit_cast<T>(inPattern(pattern, isNegative, random)) - lift;
        } else {
            const T low = constantSpacing(size, isNegative, random);
            const T high = std::bit_cast<T>(inPattern(magnitude, isNegative, random));
            rounded = size < m_boundary ? low : high;
        }
        const T beyond = isNegative ? m_overflowNegative : m_overflowPositive;
        rounded = rounded > m_maxFinite ? beyond : rounded;
        rounded = magnitude >= B::kInfinity ? size : rounded; // NaN and infinity stay
        const auto result
            = std::bit_cast<T>(static_cast<Word<T>>(std::bit_cast<Word<T>>(rounded) | (bits & B::kSign)));
        const T signedResult = result + m_zero;
        return signedResult > m_clip ? m_clip : signedResult;
    }

private:
    Word<T> inPattern(Word<T> magnitude, bool isNegative, Word<T> random) const
    {
        if constexpr (kMode == RoundingMode::NearestAway)
            return (magnitude + m_half) & ~m_rest;
        else if constexpr (kMode == RoundingMode::TowardZero)
            return magnitude & ~m_rest;
        else if constexpr (kMode == RoundingMode::Up)
            return (magnitude + (isNegative ? 0 : m_rest)) & ~m_rest;
        else if constexpr (kMode == RoundingMode::Down)
            return (magnitude + (isNegative ? m_rest : 0)) & ~m_rest;
        else if constexpr (kMode == RoundingMode::ToOdd) {
            const Word<T> isEven = (((magnitude >> m_dropped) ^ m_parity) & 1) ^ 1;
            return (magnitude + (isEven != 0 ? m_rest : 0)) & ~m_rest;
        } else if constexpr (kMode == RoundingMode::StochasticFastest)
            return (magnitude + ((random << m_left) >> m_right)) & ~m_rest;
        else if constexpr (kMode == RoundingMode::StochasticFast)
            return (magnitude + ((random << m_left) >> m_right) + m_middle) & ~m_rest;
        else {
            static_assert(kMode == RoundingMode::Stochastic, "a mode says what it does in the pattern");
            // rint(delta 2^N): to nearest even at the last of the N bits, where there are more.
            const Word<T> isOdd = (magnitude >> m_left) & 1 & m_below;
            const Word<T> fraction = (magnitude + m_belowHalf + isOdd) & ~m_below;
            return (fraction + ((random << m_left) >> m_right)) & ~m_rest;
        }
    }

    T constantSpacing(T size, bool isNegative, Word<T> random) const
    {
        const T exact = size * m_up1 * m_up2;
        const T steps = std::floor(exact);
        T delta = exact - steps;
        delta = exact == 0 && size != 0 ? std::numeric_limits<T>::min() : delta;
        return (goesToUpper(steps, delta, isNegative, random) ? steps + 1 : steps) * m_down1 * m_down2;
    }

    bool goesToUpper(T steps, T delta, bool isNegative, Word<T> random) const
    {
        if constexpr (isStochastic(kMode)) {
            using Signed = std::make_signed_t<Word<T>>;
            // up if t + R >= 2^N; all of these are exact in T.
            const T needed = m_one - static_cast<T>(static_cast<Signed>(random));
            if constexpr (kMode == RoundingMode::StochasticFastest)
                return std::floor(delta * m_one) >= needed;
            else if constexpr (kMode == RoundingMode::StochasticFast) // t / 2 + R + 1/2 >= 2^N in halves
                return std::floor(delta * m_one * 2) / 2 > needed - 1;
            else {
                static_assert(kMode == RoundingMode::Stochastic, "a stochastic mode says what it does");
                return std::rint(delta * m_one) >= needed;
            }
        } else {
            const bool isOdd = (std::floor(steps / 2) * 2 == steps) != m_stepsAreCodes;
            return goesUp(kMode, {delta >= T{0.5}, delta > 0 && delta != T{0.5}}, isOdd, isNegative);
        }
    }

    Word<T> m_dropped;
    Word<T> m_rest;
    Word<T> m_half;
    Word<T> m_parity;
    T m_zero;
    T m_clip;
    T m_maxFinite;
    T m_overflowPositive;
    T m_overflowNegative;
    Word<T> m_signs; ///< the bit that makes a number count as negative
    bool m_stepsAreCodes; ///< E8M0's next value is the next code
    T m_boundary;
    T m_up1;
    T m_up2;
    T m_down1;
    T m_down2;
    // Stochastic: where R meets the pattern.
    Word<T> m_left;
    Word<T> m_right;
    Word<T> m_below;
    Word<T> m_belowHalf;
    Word<T> m_middle;
    T m_one;
};

/// Whether the sum has at least one bit below the last one that decides, and the lift is a normal number whose pattern
/// tells the parity of codes.
template <class T>
inline bool canLift(const Grid<T>& grid)
{
    return grid.mantissaBits > 0 && grid.minExponent >= std::numeric_limits<T>::min_exponent - 1
        && grid.mantissaBits + grid.randomBits + 2 <= CarrierBits<T>::kMantissa;
}

template <class T, RoundingMode kMode, bool kLifted>
inline void roundWith(const T* in, T* out, Index n, const Grid<T>& grid, std::uint64_t first)
{
    const DirectedRounder<T, kMode, kLifted> round(grid);
    if constexpr (isStochastic(kMode)) {
        withDraws<T>(grid.key, first, n, grid.randomBits, [&](auto r) {
#pragma GCC ivdep
            for (Index i = 0; i < n; ++i)
                out[i] = round(in[i], r(i));
        });
    } else {
#pragma GCC ivdep
        for (Index i = 0; i < n; ++i)
            out[i] = round(in[i], 0);
    }
}

/// out[i] = round(in[i]), n <= kMaxDraws; `first` is the first element's index for the draws, a multiple of 16.
template <class T, RoundingMode kMode>
inline void roundDirected(const T* in, T* out, Index n, const Grid<T>& grid, std::uint64_t first)
{
    if (canLift(grid))
        roundWith<T, kMode, true>(in, out, n, grid, first);
    else
        roundWith<T, kMode, false>(in, out, n, grid, first);
}

template <class T>
void roundInMode(const T* in, T* out, Index n, const Grid<T>& grid, std::uint64_t first)
{
    switch (grid.mode) {
    case RoundingMode::NearestEven:
        break;
    case RoundingMode::NearestAway:
        return roundDirected<T, RoundingMode::NearestAway>(in, out, n, grid, first);
    case RoundingMode::TowardZero:
        return roundDirected<T, RoundingMode::TowardZero>(in, out, n, grid, first);
    case RoundingMode::Up:
        return roundDirected<T, RoundingMode::Up>(in, out, n, grid, first);
    case RoundingMode::Down:
        return roundDirected<T, RoundingMode::Down>(in, out, n, grid, first);
    case RoundingMode::ToOdd:
        return roundDirected<T, RoundingMode::ToOdd>(in, out, n, grid, first);
    case RoundingMode::Stochastic:
        return roundDirected<T, RoundingMode::Stochastic>(in, out, n, grid, first);
    case RoundingMode::StochasticFast:
        return roundDirected<T, RoundingMode::StochasticFast>(in, out, n, grid, first);
    case RoundingMode::StochasticFastest:
        return roundDirected<T, RoundingMode::StochasticFastest>(in, out, n, grid, first);
    }
}

} // namespace ulpscope::kernels
