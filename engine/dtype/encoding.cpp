// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dtype/encoding.h"

#include "engine/base/check.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr std::uint64_t lowBits(int count)
{
    return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

std::uint64_t signBit(const Format& format)
{
    return format.isSigned ? std::uint64_t{1} << (format.bits() - 1) : 0;
}

/// The magnitude code of IEEE's infinity: top exponent, mantissa 0.
std::uint64_t topExponent(const Format& format)
{
    return lowBits(format.exponentBits) << format.mantissaBits;
}

bool isNanCode(const Format& format, std::uint64_t code)
{
    const std::uint64_t magnitude = code & format.magnitudeMask();
    switch (format.nans) {
    case Nans::None:
        return false;
    case Nans::Ieee:
        return magnitude > topExponent(format);
    case Nans::AllOnes:
        return magnitude == format.magnitudeMask();
    case Nans::NegativeZero:
        return code == signBit(format);
    }
    return false;
}

bool isInfinityCode(const Format& format, std::uint64_t magnitude)
{
    return format.hasInfinity() && magnitude == format.maxFiniteCode() + 1;
}

double magnitudeOf(const Format& format, std::uint64_t magnitude)
{
    const int m = format.mantissaBits;
    const std::uint64_t mantissa = magnitude & lowBits(m);
    const int exponentCode = static_cast<int>(magnitude >> m);
    if (format.encoding == Encoding::FixedPoint || (exponentCode == 0 && format.hasZero))
        return std::ldexp(static_cast<double>(magnitude), format.minExponent() - m);
    return std::ldexp(
        static_cast<double>(mantissa | (std::uint64_t{1} << m)), exponentCode - format.bias - m);
}

/// The magnitude code of a finite magnitude.
std::uint64_t magnitudeCode(const Format& format, double magnitude)
{
    if (format.encoding == Encoding::FixedPoint || magnitude < std::ldexp(1.0, format.minExponent()))
        return static_cast<std::uint64_t>(std::ldexp(magnitude, format.mantissaBits - format.minExponent()));
    const int exponent = std::ilogb(magnitude);
    const auto significand
        = static_cast<std::uint64_t>(std::ldexp(magnitude, format.mantissaBits - exponent));
    return (static_cast<std::uint64_t>(exponent + format.bias) << format.mantissaBits)
        | (significand & lowBits(format.mantissaBits));
}

/// Where a value stands in the order of all values; zeros are 0.
std::int64_t orderOf(const Format& format, double value)
{
    if (std::isinf(value))
        return value > 0 ? static_cast<std::int64_t>(format.maxFiniteCode()) + 1
                         : -static_cast<std::int64_t>(format.maxFiniteCode()) - 1;
    const auto magnitude = static_cast<std::int64_t>(magnitudeCode(format, std::fabs(value)));
    return value < 0 ? -magnitude : magnitude;
}

double valueAt(const Format& format, std::int64_t order)
{
    const auto magnitude = static_cast<std::uint64_t>(order < 0 ? -order : order);
    const double value = isInfinityCode(format, magnitude) ? kInfinity : magnitudeOf(format, magnitude);
    return order < 0 ? -value : value;
}

} // namespace

std::uint64_t encode(const Format& format, double value)
{
    const std::uint64_t sign = std::signbit(value) ? signBit(format) : 0;
    if (std::isnan(value)) {
        switch (format.nans) {
        case Nans::None:
            break;
        case Nans::Ieee: // the quiet bit alone
            return sign | topExponent(format) | (std::uint64_t{1} << (format.mantissaBits - 1));
        case Nans::AllOnes:
            return sign | format.magnitudeMask();
        case Nans::NegativeZero:
            return signBit(format);
        }
        check(false, "[encode] the format has no NaN");
    }
    if (std::isinf(value)) {
        check(format.hasInfinity(), "[encode] the format has no infinity");
        return sign | (format.maxFiniteCode() + 1);
    }
    check(value <= format.maxFinite() && value >= format.lowest(),
        "[encode] the value is outside the format's range");
    const std::uint64_t magnitude = magnitudeCode(format, std::fabs(value));
    if (format.encoding == Encoding::FixedPoint)
        return (value < 0 ? ~magnitude + 1 : magnitude) & lowBits(format.bits());
    if (magnitude == 0 && !format.hasNegativeZero())
        return 0;
    return sign | magnitude;
}

double decode(const Format& format, std::uint64_t code)
{
    code &= lowBits(format.bits());
    if (format.encoding == Encoding::FixedPoint) {
        const bool isNegative = (code & signBit(format)) != 0;
        const std::uint64_t magnitude = isNegative ? (~code + 1) & lowBits(format.bits()) : code;
        const double value = magnitudeOf(format, magnitude);
        return isNegative ? -value : value;
    }
    const double sign = (code & signBit(format)) != 0 ? -1.0 : 1.0;
    if (isNanCode(format, code))
        return format.nans == Nans::NegativeZero ? std::nan("") : std::copysign(std::nan(""), sign);
    const std::uint64_t magnitude = code & format.magnitudeMask();
    if (isInfinityCode(format, magnitude))
        return sign * kInfinity;
    return sign * magnitudeOf(format, magnitude);
}

CodeClass classOf(const Format& format, std::uint64_t code)
{
    const double value = decode(format, code);
    if (std::isnan(value))
        return CodeClass::Nan;
    if (std::isinf(value))
        return CodeClass::Infinity;
    if (value == 0)
        return CodeClass::Zero;
    return std::fabs(value) < format.minNormal() ? CodeClass::Subnormal : CodeClass::Normal;
}

std::string_view text(CodeClass codeClass)
{
    switch (codeClass) {
    case CodeClass::Zero:
        return "zero";
    case CodeClass::Subnormal:
        return "subnormal";
    case CodeClass::Normal:
        return "normal";
    case CodeClass::Infinity:
        return "infinity";
    case CodeClass::Nan:
        break;
    }
    return "NaN";
}

double nextUp(const Format& format, double value)
{
    const auto largest = static_cast<std::int64_t>(format.maxFiniteCode()) + (format.hasInfinity() ? 1 : 0);
    const std::int64_t next = std::min(orderOf(format, value) + 1, largest);
    if (next == 0 && value < 0)
        return format.hasNegativeZero() ? -0.0 : 0.0;
    return valueAt(format, next);
}

double nextDown(const Format& format, double value)
{
    const std::int64_t order = orderOf(format, value);
    if (!format.isSigned)
        return valueAt(format, std::max<std::int64_t>(order - 1, 0));
    if (format.encoding == Encoding::FixedPoint)
        return std::max(value - std::ldexp(1.0, -format.fractionBits()), format.lowest());
    const std::int64_t lowest
        = -static_cast<std::int64_t>(format.maxFiniteCode()) - (format.hasInfinity() ? 1 : 0);
    return valueAt(format, std::max(order - 1, lowest));
}

double ulp(const Format& format, double value)
{
    const int exponent = format.encoding == Encoding::FixedPoint || value == 0
        ? format.minExponent()
        : std::max(std::ilogb(value), format.minExponent());
    return std::ldexp(1.0, exponent - format.mantissaBits);
}

} // namespace ulpscope
