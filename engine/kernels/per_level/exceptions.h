// SPDX-License-Identifier: GPL-3.0-or-later
// The second look: what rounding loops leave to be put right where a format or an overflow rule has peculiarities (no -0,
// no NaN, no sign, infinity treated unlike large numbers, flushed subnormals) or the mode is not to nearest even.
#pragma once

#include "engine/kernels/per_level/carrier_bits.h"

#include <cmath>

namespace ulpscope::kernels {

template <class T>
class Exceptions
{
public:
    explicit Exceptions(const Grid<T>& grid)
        : m_grid(grid)
        , m_stopsUp(grid.kind == GridKind::Directed
              && (grid.mode == RoundingMode::TowardZero || grid.mode == RoundingMode::Down))
        , m_stopsDown(grid.kind == GridKind::Directed
              && (grid.mode == RoundingMode::TowardZero || grid.mode == RoundingMode::Up))
        , m_positiveOverflow(clipped(grid.overflowValue, grid.largest))
        , m_negativeOverflow(grid.overflowValue)
        , m_positiveInfinity(clipped(grid.infinityValue, grid.largest))
        , m_smallest(std::ldexp(T{1}, grid.minExponent))
        , m_negative(grid.keepsNan ? std::numeric_limits<T>::quiet_NaN() : T{0})
    {
    }

    /// x: before rounding; r: x rounded as if the format had all that float has.
    T operator()(T x, T r) const
    {
        const bool isNegative = std::bit_cast<Word<T>>(x) > CarrierBits<T>::kAbs;
        const T size = std::fabs(x);
        const T limit = isNegative ? -m_grid.lowest : m_grid.largest;
        const T overflow = isNegative ? (m_stopsDown ? limit : m_negativeOverflow)
                                      : (m_stopsUp ? limit : m_positiveOverflow);
        const T infinite = isNegative ? m_grid.infinityValue : m_positiveInfinity;
        T magnitude = std::fabs(r);
        magnitude = magnitude > limit ? overflow : magnitude;
        magnitude = size > std::numeric_limits<T>::max() ? infinite : magnitude;
        magnitude = size < m_grid.flushInputsBelow || magnitude < m_grid.flushOutputsBelow ? T{0} : magnitude;
        if (m_grid.upFromSmallest)
            magnitude = size > m_smallest && size < 2 * m_smallest ? 2 * m_smallest : magnitude;
        if (!m_grid.hasZero)
            magnitude
                = magnitude == 0 ? (size == 0 ? std::numeric_limits<T>::quiet_NaN() : m_smallest) : magnitude;
        T result = std::copysign(magnitude, x);
        if (!m_grid.isSigned)
            result = x < 0 ? m_negative : result;
        if (!m_grid.hasNegativeZero)
            result = result == 0 ? T{0} : result;
        if (!m_grid.keepsNan) {
            const T replacement = m_grid.nanOppositeSign ? std::copysign(T{0}, -x) : m_grid.nanValue;
            result = std::isnan(x) ? replacement : result;
        }
        return result;
    }

private:
    static T clipped(T value, T largest)
    {
        return value > largest && value <= std::numeric_limits<T>::max() ? largest : value;
    }

    Grid<T> m_grid;
    bool m_stopsUp;
    bool m_stopsDown;
    T m_positiveOverflow;
    T m_negativeOverflow;
    T m_positiveInfinity;
    T m_smallest;
    T m_negative; ///< what a negative number becomes in a format without sign
};

template <class T>
inline void putRight(const T* before, T* after, Index n, const Grid<T>& grid)
{
    const Exceptions<T> exceptions(grid);
    for (Index i = 0; i < n; ++i)
        after[i] = exceptions(before[i], after[i]);
}

} // namespace ulpscope::kernels
