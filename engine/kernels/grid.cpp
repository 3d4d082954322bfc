// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/grid.h"

#include "engine/base/check.h"

#include <limits>

namespace ulpscope {

template <class T>
Grid<T> makeGrid(const Format& format, Overflow overflow)
{
    constexpr int kMantissaBits = std::numeric_limits<T>::digits - 1;
    constexpr int kMaxExponent = std::numeric_limits<T>::max_exponent - 1;
    constexpr int kMinExponent = std::numeric_limits<T>::min_exponent - 1;

    Grid<T> grid;
    grid.mantissaBits = format.mantissaBits;
    grid.minExponent = format.minExponent();
    grid.maxExponent = format.maxExponent();
    grid.maxFinite = static_cast<T>(format.maxFinite());
    grid.overflowValue = overflow == Overflow::Saturate ? grid.maxFinite
        : format.hasInfinity()                          ? std::numeric_limits<T>::infinity()
                                                        : std::numeric_limits<T>::quiet_NaN();
    const bool hasCarriersRange = grid.minExponent == kMinExponent && grid.maxExponent == kMaxExponent;
    if (hasCarriersRange && format.mantissaBits == kMantissaBits)
        grid.kind = GridKind::Identity;
    else if (hasCarriersRange && format.mantissaBits < kMantissaBits)
        grid.kind = GridKind::TopBits;
    else {
        grid.kind = GridKind::Magic;
        check(format.mantissaBits < kMantissaBits
                && format.maxExponent() + 1 + kMantissaBits - format.mantissaBits <= kMaxExponent
                && format.minExponent() >= kMinExponent,
            "[makeGrid] this carrier cannot hold the format");
    }
    return grid;
}

template Grid<float> makeGrid<float>(const Format&, Overflow);
template Grid<double> makeGrid<double>(const Format&, Overflow);

} // namespace ulpscope
