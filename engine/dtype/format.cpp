// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dtype/format.h"

#include "engine/base/check.h"

#include <cmath>
#include <limits>

namespace ulpscope {

namespace {

std::uint64_t topExponentCode(const Format& format)
{
    return (std::uint64_t{1} << format.exponentBits) - 1;
}

} // namespace

double Format::maxFinite() const
{
    // All mantissa bits are one, but "fn" gives its topmost code to NaN.
    const double ulpsBelowTwo = specials == Specials::Ieee ? 1.0 : 2.0;
    return std::ldexp(2.0 - std::ldexp(ulpsBelowTwo, -mantissaBits), maxExponent());
}

double Format::minNormal() const
{
    return std::ldexp(1.0, minExponent());
}
double Format::minSubnormal() const
{
    return std::ldexp(1.0, minExponent() - mantissaBits);
}
double Format::epsilon() const
{
    return std::ldexp(1.0, -mantissaBits);
}

bool contains(const Format& outer, const Format& inner)
{
    return outer.precision() >= inner.precision() && outer.maxFinite() >= inner.maxFinite()
        && outer.minExponent() - outer.mantissaBits <= inner.minExponent() - inner.mantissaBits
        && (outer.hasInfinity() || !inner.hasInfinity());
}

std::uint64_t encode(const Format& format, double value)
{
    const std::uint64_t sign = std::signbit(value) ? std::uint64_t{1} << (format.bits() - 1) : 0;
    const std::uint64_t mantissaMask = (std::uint64_t{1} << format.mantissaBits) - 1;
    const std::uint64_t top = topExponentCode(format) << format.mantissaBits;
    if (std::isnan(value)) // IEEE: quiet bit alone; "fn": all ones
        return sign | top
            | (format.hasInfinity() ? std::uint64_t{1} << (format.mantissaBits - 1) : mantissaMask);
    if (std::isinf(value)) {
        check(format.hasInfinity(), "[encode] the format has no infinity");
        return sign | top;
    }
    const double magnitude = std::fabs(value);
    if (magnitude < format.minNormal()) // zero and subnormals: a multiple of the smallest
        return sign
            | static_cast<std::uint64_t>(std::ldexp(magnitude, format.mantissaBits - format.minExponent()));
    const int exponent = std::ilogb(magnitude);
    check(exponent <= format.maxExponent(), "[encode] the value is outside the format's range");
    const auto significand
        = static_cast<std::uint64_t>(std::ldexp(magnitude, format.mantissaBits - exponent));
    return sign | (static_cast<std::uint64_t>(exponent + format.bias) << format.mantissaBits)
        | (significand & mantissaMask);
}

double decode(const Format& format, std::uint64_t code)
{
    const std::uint64_t mantissa = code & ((std::uint64_t{1} << format.mantissaBits) - 1);
    const std::uint64_t exponentCode = (code >> format.mantissaBits) & topExponentCode(format);
    const double sign = ((code >> (format.bits() - 1)) & 1) != 0 ? -1.0 : 1.0;
    if (exponentCode == topExponentCode(format)) {
        const std::uint64_t allOnes = (std::uint64_t{1} << format.mantissaBits) - 1;
        if (format.specials == Specials::Ieee)
            return mantissa == 0 ? sign * std::numeric_limits<double>::infinity()
                                 : std::copysign(std::numeric_limits<double>::quiet_NaN(), sign);
        if (mantissa == allOnes)
            return std::copysign(std::numeric_limits<double>::quiet_NaN(), sign);
    }
    if (exponentCode == 0)
        return sign * std::ldexp(static_cast<double>(mantissa), format.minExponent() - format.mantissaBits);
    const std::uint64_t significand = mantissa | (std::uint64_t{1} << format.mantissaBits);
    return sign
        * std::ldexp(static_cast<double>(significand),
            static_cast<int>(exponentCode) - format.bias - format.mantissaBits);
}

} // namespace ulpscope
