// SPDX-License-Identifier: GPL-3.0-or-later
// A format's grid as the kernels see it: the few numbers that rounding a value held in T needs.
#pragma once

#include "engine/dtype/format.h"
#include "engine/dtype/rounding.h"

#include <cstdint>

namespace ulpscope {

enum class GridKind : std::uint8_t {
    Identity, ///< T is the format: nothing to round
    Magic, ///< add and subtract a power of two, exact while maxExponent + 1 + digits of T - mantissaBits fits T
    TopBits, ///< T's own exponent range: round the mantissa in the bit pattern
};

/// T: float or double, the carrier of the values that are rounded.
template <class T>
struct Grid
{
    GridKind kind = GridKind::Identity;
    int mantissaBits = 0;
    int minExponent = 0;
    int maxExponent = 0;
    T maxFinite = 0;
    T overflowValue = 0; ///< magnitude that replaces one above maxFinite: infinity, NaN or maxFinite
};

/// The grid of a format on carrier T, which must be able to hold its values.
template <class T>
Grid<T> makeGrid(const Format& format, Overflow overflow);

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
