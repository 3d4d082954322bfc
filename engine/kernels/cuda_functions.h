// SPDX-License-Identifier: GPL-3.0-or-later
// Functions in float32 as CUDA's library computes them on an H200, and PyTorch with it, bit for bit. Instructions of the special
// function unit are solved: a quadratic in each part of the range (Oberman and Siu, ARITH 2005) whose square leaves out low
// partial products. The operations around them are those that nvcc 13.0 -ptx lists for the library's functions, which it takes
// from libdevice. Equal to torch 2.11 on an H200 (driver 580.159.04, CUDA 13.0) in all of 200,000 arguments of each function, and
// ex2 in all 2^23 of [0, 1). sqrt and division need nothing here: they are correctly rounded. Not measured, as no recording has
// them: rsqrt of a power of 4, arguments below 2^-126, infinities and NaNs.
#pragma once

#include "engine/kernels/cuda_tables.h"

#include <bit>
#include <cmath>
#include <initializer_list>
#include <limits>

namespace ulpscope {

/// The square of x 2^-17 in units of 2^-15, x below 2^17, without the partial products x_i x_j that are smaller.
constexpr std::int64_t interpolatorSquare(std::uint32_t x)
{
    std::uint64_t dropped = std::uint64_t{x & 1U << 9} << 9; // x_9 x_9
    for (unsigned i = 0; i < 9; ++i) {
        const std::uint64_t others = x & ((1U << (18 - i)) - (1U << (i + 1))); // i < j, i + j + 1 < 19
        dropped += (x >> i & 1) * ((std::uint64_t{1} << 2 * i) + (others << (i + 1)));
    }
    return static_cast<std::int64_t>((std::uint64_t{x} * x - dropped) >> 19);
}

inline float floatOf(std::uint32_t bits)
{
    return std::bit_cast<float>(bits);
}

/// coefficients[0] x^n + ... + coefficients[n], by Horner's rule, each step rounded once.
inline float fusedPolynomial(float x, std::initializer_list<std::uint32_t> coefficients)
{
    float sum = floatOf(*coefficients.begin());
    for (const std::uint32_t* c = coefficients.begin() + 1; c != coefficients.end(); ++c)
        sum = std::fma(sum, x, floatOf(*c));
    return sum;
}

/// ex2.approx.ftz.f32: 2^x.
inline float ex2Approx(float x)
{
    if (std::isnan(x) || x >= 128)
        return std::isnan(x) ? x : std::numeric_limits<float>::infinity();
    if (x < -126)
        return 0;
    // 23 bits behind the point. A negative number that is no integer is complemented: one less than its two's complement.
    const double scaled = std::fabs(static_cast<double>(x)) * 0x1p23;
    const auto magnitude = static_cast<std::int64_t>(std::fabs(x) < 0x1p-126F ? 0 : scaled);
    const std::int64_t fixed = x >= 0             ? magnitude
        : x == std::floor(x) || scaled < 0x1p-103 ? -magnitude
                                                  : ~magnitude;
    const InterpolatedPart& part = kEx2Parts[static_cast<std::size_t>(fixed >> 17 & 63)];
    const auto within = static_cast<std::uint32_t>(fixed & 0x1FFFF);
    constexpr std::int64_t kRounding = 6114;
    const std::int64_t mantissa = ((std::int64_t{part.c0} << 13) + kRounding + std::int64_t{part.c1} * within
                                      + part.c2 * interpolatorSquare(within))
        >> 15;
    const std::int64_t bits = (((fixed >> 23) + 127) << 23) + mantissa;
    return bits < 0x00800000 ? 0.0F : floatOf(static_cast<std::uint32_t>(bits));
}

/// rcp.approx.ftz.f32 of x in [1, 2^125]: 1 / x.
inline float rcpApprox(float x)
{
    const auto bits = std::bit_cast<std::uint32_t>(x);
    const InterpolatedPart& part = kRcpParts[bits >> 16 & 127];
    const std::uint32_t within = bits & 0xFFFF;
    constexpr std::int64_t kRounding = 2023; // 2022 to 2025 give all that was measured
    const std::int64_t mantissa = ((std::int64_t{part.c0} << 13) + kRounding + std::int64_t{part.c1} * within
                                      + part.c2 * interpolatorSquare(within << 1))
        >> 15; // in units of 2^-24, up to 1
    return static_cast<float>(mantissa) * 0x1p-24F * floatOf((254 - (bits >> 23)) << 23);
}

/// rsqrt.approx.f32: 1 / sqrt(x).
inline float cudaRsqrt(float x)
{
    if (!(x > 0) || std::isinf(x))
        return x == 0 ? 1 / x : x > 0 ? 0.0F : std::numeric_limits<float>::quiet_NaN();
    if (x < 0x1p-126F)
        return cudaRsqrt(x * 0x1p24F) * 0x1p12F;
    const auto bits = std::bit_cast<std::uint32_t>(x);
    const int exponent = static_cast<int>(bits >> 23) - 127;
    const int isOdd = exponent & 1;
    const std::uint32_t within = bits & 0x1FFFF;
    const InterpolatedPart& part = kRsqrtParts[static_cast<std::size_t>(isOdd) * 64 + (bits >> 17 & 63)];
    constexpr std::int64_t kRounding = -1; // or -2
    std::int64_t mantissa = ((std::int64_t{part.c0} << 14) + kRounding + std::int64_t{part.c1} * within
                                + 4 * part.c2 * interpolatorSquare(within))
        >> 16; // in units of 2^-24
    if (isOdd == 0 && (bits & 0x7FFFFF) == 0)
        mantissa = 1 << 24; // Direct3D's rsq asks that 1 gives 1
    return static_cast<float>(mantissa) * 0x1p-24F
        * floatOf(static_cast<std::uint32_t>(127 - (exponent - isOdd) / 2) << 23);
}

/// 2^n and f in [0, 1] with e^x = ex2(f) 2^n.
struct SplitExponent
{
    float power, fraction;
};
inline SplitExponent splitExponent(float x)
{
    const float scaled = std::fma(x, floatOf(0x3BBB989D), 0.5F); // log2(e) / 252
    const float part = scaled > 0 ? std::fmin(scaled, 1.0F) : 0.0F;
    const auto n = static_cast<int>(static_cast<double>(part) * 252);
    const float rest = std::fma(x, floatOf(0x3FB8AA3B), -static_cast<float>(n - 126));
    return {floatOf(static_cast<std::uint32_t>(n + 1) << 23), std::fma(x, floatOf(0x32A57060), rest)};
}

inline float cudaExp(float x)
{
    const SplitExponent split = splitExponent(x);
    return ex2Approx(split.fraction) * split.power;
}

/// 1 / (1 + exp(-x)), with the sum and the last product of exp fused.
inline float cudaSigmoid(float x)
{
    const SplitExponent split = splitExponent(-x);
    return 1 / std::fma(ex2Approx(split.fraction), split.power, 1.0F);
}

inline float cudaExpm1(float x)
{
    const float rounded = std::fabs(x) < floatOf(0x3ED1EB85) ? 0.0F : std::nearbyint(x * floatOf(0x3FB8AA3B));
    const float rest = std::fma(-rounded, floatOf(0x35BFBE8E), std::fma(-rounded, floatOf(0x3F317200), x));
    const bool isTop = rounded == 128;
    const float n = isTop ? rounded - 1 : rounded;
    const float factor = fusedPolynomial(rest, {0x3AB5EBE6, 0x3C095663, 0x3D2AABE3, 0x3E2AA9F6, 0x3EFFFFFE});
    const float power = ex2Approx(n);
    const float result = std::fma(std::fma(rest * factor, rest, rest), power, power - 1);
    if (n > 128 || n < -25)
        return n > 0 ? std::numeric_limits<float>::infinity() : -1.0F;
    return x == 0 ? x + x : isTop ? result + result : result;
}

inline float cudaLog(float x)
{
    const bool isSmall = x < 0x1p-126F;
    const float scaled = isSmall ? x * 0x1p23F : x;
    const auto bits = std::bit_cast<std::uint32_t>(scaled);
    if (scaled == 0 || bits >= 0x7F800000) // negative ones too
        return scaled == 0 ? -std::numeric_limits<float>::infinity()
                           : std::fma(scaled, std::numeric_limits<float>::infinity(),
                               std::numeric_limits<float>::infinity());
    const std::uint32_t power = (bits - 0x3F2AAAAB) & 0xFF800000;
    const float f = floatOf(bits - power) - 1;
    const float exponent
        = std::fma(static_cast<float>(static_cast<std::int32_t>(power)), 0x1p-23F, isSmall ? -23.0F : 0.0F);
    const float factor = fusedPolynomial(f,
        {0xBE055027, 0x3E1039F6, 0xBDF8CDCC, 0x3E0F2955, 0xBE2AD8B9, 0x3E4CED0B, 0xBE7FFF22, 0x3EAAAA78,
            0xBF000000});
    return std::fma(exponent, floatOf(0x3F317218), std::fma(f * factor, f, f));
}

inline float cudaLog1p(float x)
{
    const auto bits = std::bit_cast<std::uint32_t>(x);
    if (x == 0 || std::isnan(x) || x == std::numeric_limits<float>::infinity() || x <= -1)
        return x == -1 ? -std::numeric_limits<float>::infinity()
            : x < -1   ? std::numeric_limits<float>::quiet_NaN()
                       : x;
    float sum = 1 + x; // towards zero
    if (std::fabs(static_cast<double>(sum)) > std::fabs(1 + static_cast<double>(x)))
        sum = std::nextafter(sum, 0.0F);
    const std::uint32_t power = (std::bit_cast<std::uint32_t>(sum) - 0x3F400000) & 0xFF800000;
    const float f = std::fma(0.25F, floatOf(0x40800000 - power), -1.0F) + floatOf(bits - power);
    const float exponent = static_cast<float>(static_cast<std::int32_t>(power)) * 0x1p-23F;
    const float factor = fusedPolynomial(f,
        {0xBD39BF78, 0x3DD80012, 0xBE0778E0, 0x3E146475, 0xBE2A68DD, 0x3E4CAF9E, 0xBE800042, 0x3EAAAAE6,
            0xBF000000});
    return std::fma(exponent, floatOf(0x3F317218), std::fma(f * factor, f, f));
}

inline float cudaTanh(float x)
{
    const float size = std::fabs(x);
    if (size >= floatOf(0x41102CB4))
        return std::copysign(1.0F, x);
    if (size >= floatOf(0x3F19999A))
        return std::copysign(
            std::fma(rcpApprox(ex2Approx(size * floatOf(0x4038AA3B)) + 1), -2.0F, 1.0F), x); // 2 log2(e)
    const float factor = fusedPolynomial(x * x, {0x3C80F082, 0xBD563CAE, 0x3E085941, 0xBEAAA9ED, 0});
    return std::fma(factor, x, x);
}

inline float cudaErf(float x)
{
    const float size = std::fabs(x);
    if (!(size >= floatOf(0x3F8060FE)))
        return std::fma(
            fusedPolynomial(
                x * x, {0x38B1E96A, 0xBA574D20, 0x3BAAD5EA, 0xBCDC1BE7, 0x3DE718AF, 0xBEC093AC, 0x3E0375D3}),
            x, x);
    const float factor = fusedPolynomial(
        size, {0x38EB4C3A, 0xBAAE005B, 0x3C09919F, 0xBD24D99A, 0x3E235519, 0x3F69B4F9, 0x3F210A14});
    return std::copysign(1 - ex2Approx(std::fma(factor, -size, -size)), x);
}

} // namespace ulpscope
