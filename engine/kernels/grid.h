// SPDX-License-Identifier: GPL-3.0-or-later
// A format's grid as the kernels see it: the few numbers that rounding a value held in T needs.
#pragma once

#include "engine/base/philox.h"
#include "engine/dtype/format.h"
#include "engine/dtype/rounding.h"

#include <cstdint>
#include <limits>

namespace ulpscope {

/// How a loop rounds to nearest even; the other modes have one way.
enum class GridKind : std::uint8_t {
    Identity, ///< T is the format: nothing to round
    Magic, ///< add and subtract a power of two, exact while maxExponent + 1 + digits of T - mantissaBits fits T
    TopBits, ///< T's own exponent range and infinity: round the mantissa in the bit pattern
    TwoRanges, ///< any other: in the bit pattern from the smallest normal on, adding and subtracting below
    Directed, ///< another mode than nearest even
};

/// T: float or double, the carrier of the values that are rounded.
template <class T>
struct Grid
{
    GridKind kind = GridKind::Identity;
    RoundingMode mode = RoundingMode::NearestEven;
    int mantissaBits = 0;
    int minExponent = 0; ///< below 2^minExponent the spacing is 2^(minExponent - mantissaBits)
    int maxExponent = 0;
    T maxFinite = 0; ///< the larger of both signs' magnitudes
    T overflowValue = 0; ///< magnitude that replaces one above maxFinite: infinity, NaN or maxFinite
    /// In a format of one digit a code is odd as its exponent is; 1 if odd exponents of T have even codes.
    std::uint8_t flipsParity = 0;

    bool tiesUp = false; ///< rounds to nearest, but ties away from zero
    /// 0 where the format has no -0: what rounding leaves is added to it. -0 leaves all as it is.
    T zero = T{-0.0};
    /// The largest value of two's complement, whose lowest reaches further; elsewhere infinity, which clips nothing.
    T clip = std::numeric_limits<T>::infinity();
    /// Whether a second look may be needed at what the loop left; the fields below are for it alone.
    bool hasExceptions = false;
    /// It is needed only if the pattern (unsigned formats) or the magnitude (signed ones) of an input is outside.
    T looksBelow = 0;
    T looksAbove = 0;
    T largest = 0; ///< largest finite value
    T lowest = 0; ///< least finite value
    T infinityValue = 0; ///< magnitude that replaces infinity
    T nanValue = 0; ///< replaces NaN
    bool keepsNan = true; ///< false: nanValue replaces it
    bool nanOppositeSign = false;
    bool hasNegativeZero = true;
    bool hasZero = true;
    T liftedAbove = 0; ///< magnitudes between these become twice the smallest (LiftedMagnitudes)
    T liftedBelow = 0;
    bool isSigned = true;
    bool ignoresSign
        = false; ///< of a format without: negative numbers count by their magnitude, zero is the smallest value
    /// Whether T rounds a product innocuously even where it is subnormal in T.
    bool isSafeBelow = true;
    T flushInputsBelow = 0; ///< smaller magnitudes count as zero
    T flushOutputsBelow = 0;

    int randomBits = 0; ///< N of the stochastic modes, never kAllRandomBits
    RandomKey key; ///< whose draws the stochastic modes use, by element
};

/// Whether T has all values of the format, and normal numbers where the format has normal ones but for one binade.
template <class T>
bool canHold(const Format& format);

/// The grid of a format on carrier T, which must be able to hold its values.
template <class T>
Grid<T> makeGrid(const Format& format, const Rounding& rounding = {}, const RandomKey& key = {});

/// Events of rounding, summed over elements.
struct RoundingCounts
{
    std::int64_t overflows = 0; ///< finite before, not finite after
    std::int64_t underflows = 0; ///< not zero before, zero after
    std::int64_t nonFinite = 0; ///< not finite after

    RoundingCounts& operator+=(const RoundingCounts& other)
    {
        overflows += other.overflows;
        underflows += other.underflows;
        nonFinite += other.nonFinite;
        return *this;
    }
};

} // namespace ulpscope
