// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dtype/block_quantize.h"

#include "engine/base/check.h"
#include "engine/dtype/encoding.h"
#include "engine/dtype/formats.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace ulpscope {

namespace {

constexpr float kFloatMax = std::numeric_limits<float>::max();
constexpr float kFloatNan = std::numeric_limits<float>::quiet_NaN();
constexpr double kTorchAoEpsilon = 1e-12;
constexpr int kLowestScaleExponent = -127; // exponents of E8M0
constexpr int kHighestScaleExponent = 127;
constexpr std::uint8_t kNanScaleCode = 0xFF;

/// amax in float32, in which scales are computed.
float inFloat(double amax)
{
    if (amax > static_cast<double>(kFloatMax) && std::isfinite(amax))
        return kFloatMax;
    return static_cast<float>(amax);
}

bool isPowerOfTwo(double x)
{
    return x == std::ldexp(1.0, std::ilogb(x));
}

/// The larger power of two next to |x|'s exponent: ceil(log2 x).
int ceilLog2(double x)
{
    return std::ilogb(x) + (isPowerOfTwo(x) ? 0 : 1);
}

/// Exponent of amax rounded to the element's digits, ties to even.
int exponentOfRounded(double amax, int precision)
{
    const int exponent = std::ilogb(amax);
    const double digits = std::nearbyint(std::ldexp(amax, precision - 1 - exponent));
    return exponent + (digits == std::ldexp(1.0, precision) ? 1 : 0);
}

BlockScale mxScale(const BlockFormat& format, double amax)
{
    if (!std::isfinite(amax))
        return {kFloatNan, kFloatNan, kNanScaleCode, 0};
    int exponent = kLowestScaleExponent; // of a block of zeros
    if (amax > 0) {
        const int largest = format.element->maxExponent();
        switch (format.rule) {
        case ScaleRule::Ceil:
            exponent = ceilLog2(amax) - largest;
            break;
        case ScaleRule::Even:
            exponent = exponentOfRounded(amax, format.element->precision()) - largest;
            break;
        case ScaleRule::RoundCeil: {
            const float quotient = inFloat(amax) * (1.0F / static_cast<float>(format.largestElement()));
            exponent = quotient > 0 ? ceilLog2(static_cast<double>(quotient)) : kLowestScaleExponent;
            break;
        }
        default:
            exponent = std::ilogb(amax) - largest;
        }
        exponent = std::clamp(exponent, kLowestScaleExponent, kHighestScaleExponent);
    }
    return {std::ldexp(1.0F, exponent), std::ldexp(1.0F, -exponent),
        static_cast<std::uint8_t>(exponent - kLowestScaleExponent), 0};
}

float withoutMantissa(float x)
{
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) & 0xFF800000U);
}

BlockScale currentScale(const BlockFormat& format, double amax)
{
    const float largest = static_cast<float>(format.largestElement());
    float factor = 1;
    if (format.rule == ScaleRule::TorchAo || format.rule == ScaleRule::TorchAoPowerOfTwo) {
        const double bounded = std::isinf(amax) ? amax : std::min(static_cast<double>(kFloatMax), amax);
        const double atLeast = bounded < kTorchAoEpsilon ? kTorchAoEpsilon : bounded;
        factor = static_cast<float>(format.largestElement() / (std::isnan(amax) ? amax : atLeast));
    } else if (amax > 0 && std::isfinite(amax)) {
        factor = std::min(largest / inFloat(amax), kFloatMax);
    }
    if ((format.rule == ScaleRule::CurrentPowerOfTwo || format.rule == ScaleRule::TorchAoPowerOfTwo)
        && std::isfinite(factor))
        factor = withoutMantissa(factor);
    return {1.0F / factor, factor, 0, 0};
}

BlockScale dividingScale(const BlockFormat& format, double amax)
{
    const float half = format.rule == ScaleRule::AbsMaxHalf ? 0.5F : 0.0F;
    const float scale = inFloat(amax) / (static_cast<float>(format.largestElement()) + half);
    if (!std::isfinite(scale))
        return {kFloatNan, 0, 0, 0};
    return {scale == 0 ? 1.0F : scale, 0, 0, 0};
}

BlockScale minMaxScale(const BlockFormat& format, std::span<const double> block)
{
    double low = 0;
    double high = 0;
    for (const double x : block) {
        low = std::isnan(x) || x < low ? x : low;
        high = std::isnan(x) || x > high ? x : high;
    }
    const double lowest = format.element->lowest();
    const auto steps = static_cast<float>(format.element->maxFinite() - lowest);
    const auto bounded = [](double x) { return x < 0 ? -inFloat(-x) : inFloat(x); };
    const float range
        = bounded(high) - bounded(low); // infinite where it leaves float32's range: the block is NaN
    const float scale = range / steps == 0 ? 1.0F : range / steps;
    if (!std::isfinite(scale))
        return {kFloatNan, 0, 0, 0};
    const double zero = lowest - std::nearbyint(static_cast<double>(bounded(low) / scale));
    return {scale, 0, 0, static_cast<std::int32_t>(std::clamp(zero, lowest, format.element->maxFinite()))};
}

float largestTensorCode(const BlockFormat& format) // leaves room for the scale of a block that is mapped to 4
{
    return format.rule == ScaleRule::TwoLevel ? static_cast<float>(format.scale->maxFinite()) : 256.0F;
}

/// A block's scale in the scale's format, and what inputs are multiplied with.
BlockScale twoLevelScale(const BlockFormat& format, float exact, const TensorScale& tensor)
{
    const Format& scale = *format.scale;
    const double rounded
        = roundToFormat(scale, std::min<double>(static_cast<double>(exact), scale.maxFinite()));
    if (std::isnan(exact))
        return {kFloatNan, kFloatNan,
            static_cast<std::uint8_t>(encode(scale, std::numeric_limits<double>::quiet_NaN())), 0};
    const auto decodeScale = static_cast<float>(rounded);
    const float encodeScale = std::min(1.0F / (decodeScale * tensor.decode), kFloatMax);
    return {decodeScale, encodeScale, static_cast<std::uint8_t>(encode(scale, rounded)), 0};
}

/// Four-over-six computes the block's scale in another order than TwoLevel does.
BlockScale fourOrSixScale(const BlockFormat& format, double amax, const TensorScale& tensor, float factor)
{
    const float exact = inFloat(amax) / static_cast<float>(format.largestElement()) * tensor.encode * factor;
    return twoLevelScale(format, exact, tensor);
}

/// The level nearest to x; a tie goes to the lower one, a NaN to the first.
std::uint8_t nearestLevel(std::span<const float> levels, double x)
{
    std::uint8_t code = 0;
    for (std::size_t i = 1; i < levels.size(); ++i)
        if (x > (static_cast<double>(levels[i - 1]) + static_cast<double>(levels[i])) / 2)
            code = static_cast<std::uint8_t>(i);
    return code;
}

/// What a block's elements go through once its scale is known.
class ElementQuantizer
{
public:
    ElementQuantizer(const BlockFormat& format, const BlockArithmetic& arithmetic, const BlockScale& scale)
        : m_format(format)
        , m_arithmetic(arithmetic)
        , m_scale(scale)
        , m_rounding{arithmetic.mode, arithmetic.randomBits, findOverflowRule("te"), false, false}
    {
    }

    /// The code's value before scaling.
    double element(double x, std::uint64_t draw) const
    {
        const auto decodeScale = static_cast<double>(m_scale.decode);
        double scaled
            = carried(divides(m_format.rule) ? x / decodeScale : x * static_cast<double>(m_scale.encode));
        if (std::isnan(scaled)) // processors differ in the sign that they give it
            scaled = std::numeric_limits<double>::quiet_NaN();
        if (!m_format.levels.empty())
            return static_cast<double>(m_format.levels[nearestLevel(m_format.levels, scaled)]);
        const double largest = m_format.largestElement();
        if (m_format.rule == ScaleRule::MinMax) {
            const double shifted
                = roundToFormat(withoutLimits(), scaled, m_rounding, draw) + m_scale.zeroPoint;
            return std::isnan(shifted) ? 0.0 : std::clamp(shifted, m_format.element->lowest(), largest);
        }
        const double inRange = std::isnan(scaled) ? scaled : std::clamp(scaled, -largest, largest);
        return roundToFormat(*m_format.element, inRange, m_rounding, draw);
    }

    double dequantized(double element) const
    {
        const double value = carried((element - m_scale.zeroPoint) * static_cast<double>(m_scale.decode));
        return carried(value * static_cast<double>(m_arithmetic.tensor.decode));
    }

    std::uint8_t code(double element) const
    {
        if (m_format.levels.empty())
            return static_cast<std::uint8_t>(encode(*m_format.element, element));
        return nearestLevel(m_format.levels, element);
    }

    double carried(double exact) const
    {
        return m_arithmetic.inFloat32 ? static_cast<double>(static_cast<float>(exact)) : exact;
    }

private:
    /// Integer format with a larger range than any code.
    static const Format& withoutLimits()
    {
        static const Format& integers = *findFormat("fixed25_0");
        return integers;
    }

    const BlockFormat& m_format;
    const BlockArithmetic& m_arithmetic;
    const BlockScale& m_scale;
    Rounding m_rounding;
};

/// Transformer Engine's error of a candidate (reference_nvfp4.py), operation by operation.
double candidateError(const BlockFormat& format, const BlockArithmetic& arithmetic, const BlockScale& scale,
    std::span<const double> block, std::span<const std::uint64_t> draws)
{
    const ElementQuantizer quantizer(format, arithmetic, scale);
    const double denominator = format.largestElement() * static_cast<double>(largestTensorCode(format));
    double sum = 0;
    for (std::size_t i = 0; i < block.size(); ++i) {
        const double element = quantizer.element(block[i], draws.empty() ? 0 : draws[i]);
        double value = quantizer.carried(element * static_cast<double>(scale.decode));
        value = quantizer.carried(value * static_cast<double>(arithmetic.tensor.amax));
        value = quantizer.carried(value / denominator);
        const double difference = quantizer.carried(value - block[i]);
        sum = quantizer.carried(sum
            + (format.rule == ScaleRule::FourOverSixSquared ? quantizer.carried(difference * difference)
                                                            : std::fabs(difference)));
    }
    return sum;
}

} // namespace

double amaxOf(std::span<const double> values)
{
    double amax = 0;
    for (const double x : values)
        amax = std::isnan(x) || std::fabs(x) > amax ? std::fabs(x) : amax;
    return amax;
}

TensorScale tensorScaleFor(const BlockFormat& format, double amax)
{
    TensorScale scale;
    if (!hasTensorScale(format.rule))
        return scale;
    scale.amax = inFloat(amax);
    const float top = largestTensorCode(format) * static_cast<float>(format.largestElement());
    const float factor = top / scale.amax;
    const bool isUsable = scale.amax != 0 && factor != 0;
    scale.encode = std::isnan(factor) ? kFloatNan : isUsable ? std::min(factor, kFloatMax) : 1.0F;
    scale.decode = 1.0F / scale.encode;
    return scale;
}

BlockScale blockScaleFor(const BlockFormat& format, std::span<const double> block, const TensorScale& tensor)
{
    const double amax = amaxOf(block);
    switch (format.rule) {
    case ScaleRule::Floor:
    case ScaleRule::Ceil:
    case ScaleRule::RoundCeil:
    case ScaleRule::Even:
        return mxScale(format, amax);
    case ScaleRule::Current:
    case ScaleRule::CurrentPowerOfTwo:
    case ScaleRule::TorchAo:
    case ScaleRule::TorchAoPowerOfTwo:
        return currentScale(format, amax);
    case ScaleRule::AbsMax:
    case ScaleRule::AbsMaxHalf:
        return dividingScale(format, amax);
    case ScaleRule::MinMax:
        return minMaxScale(format, block);
    case ScaleRule::TwoLevel: {
        const float sixth = 1.0F / static_cast<float>(format.largestElement());
        return twoLevelScale(format, inFloat(amax) * (tensor.encode * sixth), tensor);
    }
    case ScaleRule::FourOverSix:
    case ScaleRule::FourOverSixSquared:
        return fourOrSixScale(format, amax, tensor, 1.0F);
    }
    return {};
}

BlockScale quantizeBlock(const BlockFormat& format, const BlockArithmetic& arithmetic,
    std::span<const double> block, std::span<const std::uint64_t> draws, std::span<double> values,
    std::span<std::uint8_t> codes)
{
    check(values.size() == block.size() && codes.size() == block.size(),
        "[quantizeBlock] one result an element");
    check(draws.empty() || draws.size() == block.size(), "[quantizeBlock] one draw an element");
    BlockScale scale = blockScaleFor(format, block, arithmetic.tensor);
    if (format.rule == ScaleRule::FourOverSix || format.rule == ScaleRule::FourOverSixSquared) {
        const BlockScale four = fourOrSixScale(format, amaxOf(block), arithmetic.tensor, 1.5F);
        if (candidateError(format, arithmetic, four, block, draws)
            < candidateError(format, arithmetic, scale, block, draws))
            scale = four;
    }
    const ElementQuantizer quantizer(format, arithmetic, scale);
    for (std::size_t i = 0; i < block.size(); ++i) {
        const double element = quantizer.element(block[i], draws.empty() ? 0 : draws[i]);
        codes[i] = quantizer.code(element);
        values[i] = quantizer.dequantized(elementValue(format, codes[i]));
    }
    return scale;
}

double elementValue(const BlockFormat& format, std::uint8_t code)
{
    return format.levels.empty() ? decode(*format.element, code) : static_cast<double>(format.levels[code]);
}

} // namespace ulpscope
