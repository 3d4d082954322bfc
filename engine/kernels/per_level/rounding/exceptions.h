// SPDX-License-Identifier: GPL-3.0-or-later
// The second look: what rounding loops leave to be put right where a format or an overflow rule has peculiarities (no -0,
// no NaN, no sign, infinity treated unlike large numbers, flushed subnormals) or the mode is not to nearest even.
#pragma once

#include "engine/kernels/per_level/rounding/carrier_bits.h"

#include <cmath>

namespace ulpscope::kernels {

/// All in bit patterns, whose order is that of the magnitudes, and in signed words, whose comparisons every vector unit
/// has: so that a loop over it has no branch.
template <class T>
class Exceptions
{
    using B = CarrierBits<T>;
    using Signed = std::make_signed_t<Word<T>>;

public:
    explicit Exceptions(const Grid<T>& grid)
    {
        const bool isDirected = grid.kind == GridKind::Directed;
        const bool stopsUp = isDirected && stopsAtLargest(grid.mode, false);
        const bool stopsDown = isDirected && stopsAtLargest(grid.mode, !grid.ignoresSign);
        const T largest = grid.largest;
        const auto clipped = [largest](T value) {
            return value > largest && value <= std::numeric_limits<T>::max() ? largest : value;
        };
        m_limit = {word(largest), word(-grid.lowest)};
        m_overflow = {stopsUp ? m_limit.positive : word(clipped(grid.overflowValue)),
            stopsDown ? m_limit.negative : word(grid.overflowValue)};
        m_infinite = {word(clipped(grid.infinityValue)), word(grid.infinityValue)};
        m_flushInputs = word(grid.flushInputsBelow);
        m_flushOutputs = word(grid.flushOutputsBelow);
        const T smallest = std::ldexp(T{1}, grid.minExponent);
        m_liftedAbove = word(grid.liftedAbove);
        m_liftedBelow = word(grid.liftedBelow);
        constexpr T kNan = std::numeric_limits<T>::quiet_NaN();
        m_ofZero = grid.hasZero ? 0 : word(grid.ignoresSign ? smallest : kNan);
        m_ofUnderflow = grid.hasZero ? 0 : word(smallest);
        m_signs = grid.isSigned ? static_cast<Signed>(B::kSign) : 0;
        m_zeroSigns = grid.hasNegativeZero ? static_cast<Signed>(B::kSign) : 0;
        m_refusesNegative = grid.isSigned || grid.ignoresSign ? 0 : ~Word<T>{0};
        m_ofNegative = grid.keepsNan ? word(kNan) : 0;
        m_keepsNan = grid.keepsNan ? ~Word<T>{0} : 0;
        m_ofNan = grid.keepsNan ? 0 : std::bit_cast<Word<T>>(grid.nanValue) & B::kAbs;
        m_nanOpposite = grid.nanOppositeSign ? B::kSign : 0;
    }

    /// x: before rounding; r: x rounded as if the format had all that T has.
    [[gnu::always_inline]] T operator()(T x, T r) const
    {
        constexpr auto kInfinity = static_cast<Signed>(B::kInfinity);
        const auto bits = std::bit_cast<Word<T>>(x);
        const auto rounded = std::bit_cast<Word<T>>(r);
        const Word<T> isNegative = Word<T>{0} - (bits >> (sizeof(T) * 8 - 1)); // all ones or none
        const auto size = static_cast<Signed>(bits & B::kAbs);
        auto magnitude = static_cast<Signed>(rounded & B::kAbs);
        magnitude = choose(magnitude > m_limit.of(isNegative), m_overflow.of(isNegative), magnitude);
        magnitude = choose(size == kInfinity, m_infinite.of(isNegative), magnitude);
        magnitude = choose(size < m_flushInputs, 0, magnitude);
        magnitude = choose(magnitude < m_flushOutputs, 0, magnitude);
        magnitude = choose((size > m_liftedAbove) & (size < m_liftedBelow), m_liftedBelow, magnitude);
        magnitude = choose(magnitude == 0, choose(size == 0, m_ofZero, m_ofUnderflow), magnitude);
        const auto negative
            = static_cast<Signed>(static_cast<Word<T>>(size) & isNegative & m_refusesNegative);
        magnitude = choose(negative != 0, m_ofNegative, magnitude);
        const auto signs = static_cast<Word<T>>(choose(magnitude == 0, m_zeroSigns, m_signs));
        const auto result = static_cast<Signed>(static_cast<Word<T>>(magnitude) | (bits & signs));
        const auto nan = static_cast<Signed>((rounded & m_keepsNan) | m_ofNan | (~bits & m_nanOpposite));
        return std::bit_cast<T>(choose(size > kInfinity, nan, result));
    }

private:
    /// Selects without a branch, which the compiler might insert for a plain ?:.
    static Signed choose(bool condition, Signed yes, Signed no)
    {
        const Signed mask = -static_cast<Signed>(condition);
        return (yes & mask) | (no & ~mask);
    }
    static Signed word(T value) { return static_cast<Signed>(std::bit_cast<Word<T>>(value) & B::kAbs); }

    struct BySign
    {
        Signed positive = 0;
        Signed negative = 0;
        Signed of(Word<T> isNegative) const
        {
            return positive ^ ((positive ^ negative) & static_cast<Signed>(isNegative));
        }
    };
    BySign m_limit; ///< largest magnitudes
    BySign m_overflow; ///< results for larger magnitudes
    BySign m_infinite; ///< results for infinity
    Signed m_flushInputs = 0;
    Signed m_flushOutputs = 0;
    Signed m_liftedAbove = 0; ///< magnitudes between these two become the second
    Signed m_liftedBelow = 0;
    Signed m_ofZero = 0; ///< results for zero and for what became zero
    Signed m_ofUnderflow = 0;
    Signed m_signs = 0; ///< the sign bit if the format has one, and if its zero has one
    Signed m_zeroSigns = 0;
    Word<T> m_refusesNegative = 0; ///< all ones if negative numbers are none of the format's
    Signed m_ofNegative = 0;
    Word<T> m_keepsNan = 0; ///< all ones, or the next two are of NaN
    Word<T> m_ofNan = 0;
    Word<T> m_nanOpposite = 0;
};

/// Whether an input is beyond what the loop alone gets right.
template <class T>
inline bool needsSecondLook(const T* before, Index n, const Grid<T>& grid)
{
    const Word<T> mask
        = grid.isSigned ? CarrierBits<T>::kAbs : ~Word<T>{0}; // negative ones are large, unsigned
    const auto low = std::bit_cast<Word<T>>(grid.looksBelow);
    const Word<T> range = std::bit_cast<Word<T>>(grid.looksAbove) - low;
    Word<T> farthest = 0;
    for (Index i = 0; i < n; ++i) {
        const Word<T> distance = (std::bit_cast<Word<T>>(before[i]) & mask) - low;
        farthest = distance > farthest ? distance : farthest;
    }
    return farthest > range;
}

template <class T>
inline void putRight(const T* before, T* after, Index n, const Grid<T>& grid)
{
    const Exceptions<T> exceptions(grid);
#pragma GCC ivdep
    for (Index i = 0; i < n; ++i)
        after[i] = exceptions(before[i], after[i]);
}

} // namespace ulpscope::kernels
