// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dtype/rounding.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope {

namespace {

double overflowed(const Format& format, double value, Overflow overflow)
{
    if (overflow == Overflow::Saturate)
        return std::copysign(format.maxFinite(), value);
    return std::copysign(format.hasInfinity() ? std::numeric_limits<double>::infinity()
                                              : std::numeric_limits<double>::quiet_NaN(),
        value);
}

} // namespace

double roundToFormat(const Format& format, double value, Overflow overflow)
{
    // Two formats that the processor rounds to itself.
    constexpr int kDoublePrecision = 53;
    constexpr int kFloatPrecision = 24;
    const bool isIeee = format.specials == Specials::Ieee && overflow == Overflow::ToSpecial;
    if (isIeee && format.precision() == kDoublePrecision && format.exponentBits == 11 && format.bias == 1023)
        return value;
    if (isIeee && format.precision() == kFloatPrecision && format.exponentBits == 8 && format.bias == 127)
        return static_cast<double>(static_cast<float>(value));
    if (std::isnan(value) || value == 0)
        return value;
    if (std::isinf(value))
        return overflowed(format, value, overflow);
    // Spacing of the format around the value; below the smallest normal it no longer shrinks.
    const int exponent = std::max(std::ilogb(value), format.minExponent());
    const int spacing = exponent - format.mantissaBits;
    // |value| / 2^spacing < 2^(precision): exact, and nearbyint rounds it half to even.
    const double steps = std::nearbyint(std::ldexp(std::fabs(value), -spacing));
    const double magnitude = std::ldexp(steps, spacing);
    if (magnitude > format.maxFinite())
        return overflowed(format, value, overflow);
    return std::copysign(magnitude, value);
}

double nextUp(const Format& format, double value)
{
    if (std::isinf(value))
        return value > 0 ? value : -format.maxFinite();
    if (value == 0)
        return format.minSubnormal();
    if (value == format.maxFinite())
        return format.hasInfinity() ? std::numeric_limits<double>::infinity() : value;
    int exponent = std::max(std::ilogb(value), format.minExponent());
    // Going towards zero from a power of two, the spacing below it counts.
    if (value < 0 && std::fabs(value) == std::ldexp(1.0, exponent) && exponent > format.minExponent())
        --exponent;
    const double next = value + std::ldexp(1.0, exponent - format.mantissaBits);
    return next == 0 ? -0.0 : next;
}

double nextDown(const Format& format, double value)
{
    return -nextUp(format, -value);
}

} // namespace ulpscope
