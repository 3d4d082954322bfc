// SPDX-License-Identifier: GPL-3.0-or-later
// A number format as a row of data; every limit is derived from it. Codes count magnitudes: the code without its sign
// bit rises with the value, up to the largest finite one, and what lies above it is special.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace ulpscope {

/// How a format's codes become values.
enum class Encoding : std::uint8_t {
    Float, ///< sign, exponent, mantissa; subnormals where the exponent code is 0
    FixedPoint, ///< two's complement multiples of 2^-fractionBits
};

/// Codes of the infinities.
enum class Infinities : std::uint8_t {
    None,
    Ieee, ///< top exponent code, mantissa 0
    Topmost, ///< the largest magnitude code that is not NaN (IEEE P3109, "extended")
};

/// Codes of the NaNs.
enum class Nans : std::uint8_t {
    None,
    Ieee, ///< top exponent code, mantissa not 0
    AllOnes, ///< the largest magnitude code ("fn" of ml_dtypes; unsigned formats of IEEE P3109)
    NegativeZero, ///< the code that -0 would have, so there is no -0 ("fnuz"; IEEE P3109)
};

/// 2^exponent, for any exponent that double has; a table would be no faster.
constexpr double powerOfTwo(int exponent)
{
    constexpr int kBias = 1023;
    constexpr int kMantissaBits = 52;
    if (exponent > -kBias)
        return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + kBias) << kMantissaBits);
    return std::bit_cast<double>(std::uint64_t{1} << (exponent + kBias - 1 + kMantissaBits));
}

/// precision counts the implicit bit; mantissaBits does not: precision = mantissaBits + 1.
struct Format
{
    std::string_view name = {}; ///< ml_dtypes' name, "float8_e4m3fn"
    std::string_view alias = {}; ///< a short form, "e4m3fn"; may be empty
    int exponentBits = 0; ///< 0 for fixed point
    int mantissaBits = 0; ///< for fixed point the bits of the word without its sign
    int bias = 0; ///< for fixed point 1 - bias is the exponent of the sign bit's weight less one
    Infinities infinities = Infinities::Ieee;
    Nans nans = Nans::Ieee;
    std::string_view source = {}; ///< publication that the row comes from
    bool isSigned = true;
    bool hasZero = true; ///< false: code 0 is 2^-bias, there are no subnormals (E8M0)
    Encoding encoding = Encoding::Float;

    constexpr int bits() const { return (isSigned ? 1 : 0) + exponentBits + mantissaBits; }
    constexpr int precision() const { return mantissaBits + (encoding == Encoding::Float ? 1 : 0); }
    /// Exponent of the smallest normal value, 1.0 * 2^minExponent. Below it the spacing no longer shrinks.
    constexpr int minExponent() const { return hasZero ? 1 - bias : -bias; }
    /// The code of all magnitude bits set, and that of the largest finite value.
    constexpr std::uint64_t magnitudeMask() const
    {
        return ~std::uint64_t{0} >> (64 - exponentBits - mantissaBits);
    }
    constexpr std::uint64_t maxFiniteCode() const
    {
        if (infinities == Infinities::Ieee)
            return (((std::uint64_t{1} << exponentBits) - 1) << mantissaBits) - 1;
        return magnitudeMask() - (nans == Nans::AllOnes ? 1 : 0)
            - (infinities == Infinities::Topmost ? 1 : 0);
    }
    /// Exponent of the largest finite value.
    constexpr int maxExponent() const
    {
        if (encoding == Encoding::FixedPoint)
            return minExponent() - 1;
        const auto exponentCode = static_cast<int>(maxFiniteCode() >> mantissaBits);
        if (exponentCode == 0 && hasZero) // a subnormal
            return minExponent() - mantissaBits + static_cast<int>(std::bit_width(maxFiniteCode())) - 1;
        return exponentCode - bias;
    }
    constexpr bool hasInfinity() const { return infinities != Infinities::None; }
    constexpr bool hasNan() const { return nans != Nans::None; }
    constexpr bool hasNegativeZero() const
    {
        return isSigned && nans != Nans::NegativeZero && encoding == Encoding::Float;
    }
    /// Spacing of fixed point is 2^-fractionBits.
    constexpr int fractionBits() const { return mantissaBits - minExponent(); }

    constexpr double maxFinite() const
    {
        const std::uint64_t code = maxFiniteCode();
        if (encoding == Encoding::FixedPoint || (code >> mantissaBits) == 0)
            return static_cast<double>(code) * powerOfTwo(minExponent() - mantissaBits);
        const std::uint64_t one = std::uint64_t{1} << mantissaBits;
        // Times 2^maxExponent last: the product of an integer with 2^(maxExponent - mantissaBits) is exact too, but that
        // power need not be a normal number.
        return static_cast<double>(one | (code & (one - 1))) * powerOfTwo(-mantissaBits)
            * powerOfTwo(maxExponent());
    }
    /// The least finite value: -maxFinite; 0 or the smallest value of an unsigned format; one step further for two's
    /// complement.
    constexpr double lowest() const
    {
        if (encoding == Encoding::FixedPoint)
            return -powerOfTwo(minExponent());
        if (isSigned)
            return -maxFinite();
        return hasZero ? 0.0 : minSubnormal();
    }
    constexpr double minNormal() const
    {
        return encoding == Encoding::Float ? powerOfTwo(minExponent()) : minSubnormal();
    }
    /// The least positive value.
    constexpr double minSubnormal() const
    {
        return powerOfTwo(hasZero ? minExponent() - mantissaBits : minExponent());
    }
    /// Distance from 1 to the next larger value.
    constexpr double epsilon() const
    {
        return powerOfTwo(encoding == Encoding::Float ? -mantissaBits : -fractionBits());
    }

    bool operator==(const Format& other) const
    {
        return name.data() == other.name.data() || name == other.name;
    }
};

/// Whether every value of `inner` is a value of `outer`.
bool contains(const Format& outer, const Format& inner);

} // namespace ulpscope
