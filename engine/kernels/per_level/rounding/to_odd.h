// SPDX-License-Identifier: GPL-3.0-or-later
// + - * / sqrt of doubles rounded to odd: inexact results have an odd last digit, so that rounding them once more, in any
// mode and to at most 51 digits, gives the exact result's own rounding (Boldo, Melquiond: "Emulation of FMA and correctly
// rounded sums: proved algorithms using rounding to odd", IEEE TC 2008). The error comes from TwoSum or a fused residual.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace ulpscope::kernels {

/// r, the result to nearest, with the sign of what is missing: exact = r + error.
inline double toOdd(double r, double error)
{
    if (error == 0 || !std::isfinite(r))
        return r;
    const auto bits = std::bit_cast<std::uint64_t>(r);
    if ((bits & 1) != 0)
        return r;
    if (r == 0)
        return std::copysign(std::numeric_limits<double>::denorm_min(), error);
    return std::bit_cast<double>((error > 0) == (r > 0) ? bits + 1 : bits - 1);
}

/// A result beyond double's range is its largest number, whose last digit is odd; infinite operands stay what they are.
inline double finiteToOdd(double r, double a, double b)
{
    return std::isinf(r) && std::isfinite(a) && std::isfinite(b)
        ? std::copysign(std::numeric_limits<double>::max(), r)
        : r;
}

/// x 2^exponent to odd, for an x that is already; exponent < 0.
inline double scaleDownToOdd(double x, int exponent)
{
    const double scaled = std::ldexp(x, exponent);
    return toOdd(scaled, x - std::ldexp(scaled, -exponent));
}

inline double addToOdd(double a, double b)
{
    const double sum = a + b;
    if (!std::isfinite(sum))
        return finiteToOdd(sum, a, b);
    const double bRounded = sum - a;
    return toOdd(sum, (a - (sum - bRounded)) + (b - bRounded));
}

// Residuals of operands below this would leave double's range, so such operands are scaled first.
constexpr double kTiny = 0x1p-900;
constexpr int kScale = 512;

inline double multiplyToOdd(double a, double b)
{
    const double product = a * b;
    if (!std::isfinite(product))
        return finiteToOdd(product, a, b);
    if (std::fabs(product) >= kTiny || a == 0 || b == 0)
        return toOdd(product, std::fma(a, b, -product));
    const bool aIsSmaller = std::fabs(a) < std::fabs(b);
    const double small = std::ldexp(aIsSmaller ? a : b, kScale);
    const double large = aIsSmaller ? b : a;
    // Twice, because the product of two subnormals lies 1022 binades below what double has.
    if (std::fabs(small * large) < kTiny)
        return scaleDownToOdd(multiplyToOdd(small, large * 0x1p512), -2 * kScale);
    return scaleDownToOdd(multiplyToOdd(small, large), -kScale);
}

inline double divideToOdd(double a, double b)
{
    const double quotient = a / b;
    if (!std::isfinite(quotient))
        return b == 0 ? quotient : finiteToOdd(quotient, a, b);
    if (a == 0 || std::isinf(b))
        return quotient;
    if (std::fabs(a) < kTiny)
        return scaleDownToOdd(divideToOdd(std::ldexp(a, kScale), b), -kScale);
    if (std::fabs(quotient) < kTiny)
        return scaleDownToOdd(divideToOdd(a, std::ldexp(b, -kScale)), -kScale);
    const double remainder = std::fma(-quotient, b, a);
    return toOdd(quotient, std::signbit(b) ? -remainder : remainder);
}

} // namespace ulpscope::kernels
