// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/grid.h"

#include "engine/base/check.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope {

namespace {

template <class T>
GridKind nearestKind(const Grid<T>& grid)
{
    constexpr int kMantissaBits = std::numeric_limits<T>::digits - 1;
    constexpr int kMaxExponent = std::numeric_limits<T>::max_exponent - 1;
    constexpr int kMinExponent = std::numeric_limits<T>::min_exponent - 1;
    const bool hasCarriersRange = grid.minExponent == kMinExponent && grid.maxExponent == kMaxExponent
        && grid.maxFinite >= std::ldexp(T{2} - std::ldexp(T{1}, -grid.mantissaBits), kMaxExponent);
    if (hasCarriersRange && grid.mantissaBits == kMantissaBits)
        return GridKind::Identity;
    if (hasCarriersRange && grid.flipsParity == 0 && std::isinf(grid.overflowValue))
        return GridKind::TopBits;
    const bool isMagic = grid.minExponent >= kMinExponent && grid.mantissaBits > 0
        && grid.maxExponent + 1 + kMantissaBits - grid.mantissaBits <= kMaxExponent;
    return isMagic ? GridKind::Magic : GridKind::TwoRanges;
}

/// Sets the magnitudes above and below which a value needs a second rounding pass.
template <class T>
void setExceptions(Grid<T>& grid, const SpecialValues& special)
{
    constexpr T kInfinity = std::numeric_limits<T>::infinity();
    constexpr T kMax = std::numeric_limits<T>::max();
    const bool sameBeyond = special.infinity == special.overflow
        || (std::isnan(special.infinity) && std::isnan(special.overflow));
    // Saturating to the carrier's own format: nothing is larger than its largest but infinity.
    const bool clipsInfinity = grid.kind == GridKind::Identity && grid.infinityValue <= kMax;
    // The loop of the other modes leaves infinity as it is.
    const bool changesInfinity
        = grid.kind == GridKind::Directed ? !(grid.infinityValue > kMax) : !sameBeyond || clipsInfinity;
    const bool flushes = grid.flushInputsBelow > 0 || grid.flushOutputsBelow > 0;
    grid.looksAbove = flushes ? T{0} : changesInfinity ? kMax : kInfinity;
    grid.looksBelow = flushes || grid.hasZero ? T{0} : std::ldexp(T{1}, grid.minExponent + 1);
    const bool neverLooks = grid.looksAbove == kInfinity && grid.keepsNan && grid.isSigned && grid.hasZero;
    grid.hasExceptions = !neverLooks;
}

} // namespace

template <class T>
bool canHold(const Format& format)
{
    constexpr int kMantissaBits = std::numeric_limits<T>::digits - 1;
    constexpr int kMinExponent = std::numeric_limits<T>::min_exponent - 1;
    return format.mantissaBits <= kMantissaBits && format.minExponent() >= kMinExponent - 1
        && format.maxExponent() < std::numeric_limits<T>::max_exponent
        && format.minExponent() - format.mantissaBits >= kMinExponent - kMantissaBits;
}

template <class T>
Grid<T> makeGrid(const Format& format, const Rounding& rounding, const RandomKey& key)
{
    constexpr int kMantissaBits = std::numeric_limits<T>::digits - 1;
    constexpr int kMinExponent = std::numeric_limits<T>::min_exponent - 1;
    const bool isFixedPoint = format.encoding == Encoding::FixedPoint;
    const SpecialValues special = specialValues(format, *rounding.overflow);

    Grid<T> grid;
    grid.mode = rounding.mode;
    grid.mantissaBits = format.mantissaBits;
    grid.minExponent = format.minExponent();
    grid.maxExponent = format.maxExponent();
    grid.maxFinite = static_cast<T>(format.maxFinite());
    grid.lowest = format.isSigned ? static_cast<T>(format.lowest())
        : special.ignoresSign     ? -grid.maxFinite
                                  : T{0};
    grid.overflowValue = static_cast<T>(special.overflow);
    grid.infinityValue = static_cast<T>(special.infinity);
    grid.nanValue = static_cast<T>(special.nan);
    grid.keepsNan = format.hasNan();
    grid.nanOppositeSign = special.nanOppositeSign;
    grid.hasNegativeZero = format.hasNegativeZero();
    grid.hasZero = format.hasZero;
    grid.isSigned = format.isSigned;
    const int smallest = grid.minExponent - grid.mantissaBits;
    grid.isSafeBelow = smallest >= kMinExponent
        || smallest >= 2 * format.precision() + kMinExponent - kMantissaBits
        || format.mantissaBits == kMantissaBits;
    const LiftedMagnitudes lifted = liftedMagnitudes(format, rounding);
    grid.liftedAbove = static_cast<T>(lifted.above);
    grid.liftedBelow = static_cast<T>(lifted.below);
    grid.ignoresSign = special.ignoresSign;
    if (rounding.flushInputs && !isFixedPoint && format.hasZero)
        grid.flushInputsBelow = static_cast<T>(format.minNormal());
    if (rounding.flushOutputs && !isFixedPoint && format.hasZero)
        grid.flushOutputsBelow = static_cast<T>(format.minNormal());
    // E8M0 is IEEE P3109's binary8p1 without a zero; its ties go up, whatever the parity.
    grid.tiesUp = !format.hasZero;
    if (!format.hasNegativeZero())
        grid.zero = 0;
    constexpr int kBias = -kMinExponent + 1;
    grid.flipsParity = format.mantissaBits == 0 && ((format.bias - kBias) & 1) != 0 ? 1 : 0;
    if (isStochastic(rounding.mode)) {
        const int all = kMantissaBits + 1;
        grid.randomBits = rounding.randomBits == kAllRandomBits ? all : std::min(rounding.randomBits, all);
        grid.key = key;
    }

    check(canHold<T>(format), "[makeGrid] this carrier cannot hold the format");
    grid.kind = nearestKind(grid);
    if (grid.kind != GridKind::Identity && grid.mode != RoundingMode::NearestEven)
        grid.kind = GridKind::Directed;

    // The loop overflows at the wider side and clips at the other.
    grid.largest = grid.maxFinite;
    if (-grid.lowest > grid.maxFinite) {
        grid.overflowValue = grid.overflowValue == grid.maxFinite ? -grid.lowest : grid.overflowValue;
        grid.infinityValue = grid.infinityValue == grid.maxFinite ? -grid.lowest : grid.infinityValue;
        grid.maxFinite = -grid.lowest;
        grid.clip = grid.largest;
    }
    setExceptions(grid, special);
    return grid;
}

template bool canHold<float>(const Format&);
template bool canHold<double>(const Format&);
template Grid<float> makeGrid<float>(const Format&, const Rounding&, const RandomKey&);
template Grid<double> makeGrid<double>(const Format&, const Rounding&, const RandomKey&);

} // namespace ulpscope
