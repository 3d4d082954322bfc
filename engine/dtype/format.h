// SPDX-License-Identifier: GPL-3.0-or-later
// A floating-point format as a row of data; every limit is derived from five numbers.
#pragma once

#include <cstdint>
#include <string_view>

namespace ulpscope {

/// Which values the top exponent code stands for.
enum class Specials : std::uint8_t {
    Ieee, ///< infinity and NaN, as IEEE 754
    NanOnly, ///< finite values, and NaN where all bits are one ("fn" of ml_dtypes)
};

/// precision counts the implicit bit; mantissaBits does not: precision = mantissaBits + 1.
struct Format
{
    std::string_view name; ///< ml_dtypes' name, "float8_e4m3fn"
    std::string_view alias; ///< a short form, "e4m3fn"; may be empty
    int exponentBits = 0;
    int mantissaBits = 0;
    int bias = 0;
    Specials specials = Specials::Ieee;
    std::string_view source; ///< where the row comes from

    constexpr int bits() const { return 1 + exponentBits + mantissaBits; }
    constexpr int precision() const { return mantissaBits + 1; }
    /// Exponent of the smallest normal value, 1.0 * 2^minExponent.
    constexpr int minExponent() const { return 1 - bias; }
    /// Exponent of the largest finite value.
    constexpr int maxExponent() const
    {
        return (1 << exponentBits) - 1 - bias - (specials == Specials::Ieee ? 1 : 0);
    }
    constexpr bool hasInfinity() const { return specials == Specials::Ieee; }

    double maxFinite() const;
    double minNormal() const;
    double minSubnormal() const;
    /// Distance from 1 to the next larger value.
    double epsilon() const;

    bool operator==(const Format& other) const { return name == other.name; }
};

/// Whether every value of `inner` is a value of `outer`.
bool contains(const Format& outer, const Format& inner);

/// The bits of `value`, which must be a value of the format (rounded before); NaN gives the canonical quiet NaN.
std::uint64_t encode(const Format& format, double value);
/// The value of a code.
double decode(const Format& format, std::uint64_t code);

} // namespace ulpscope
