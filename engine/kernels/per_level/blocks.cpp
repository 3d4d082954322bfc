// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/per_level/kernel_groups.h"

#include "engine/kernels/per_level/rounding/rounders.h"

#include <algorithm>
#include <limits>

namespace ulpscope::kernels {

namespace {

using Bits = std::uint32_t;
using B = CarrierBits<float>;

/// The bits of the largest magnitude; those of a NaN are above all others.
inline Bits largestBits(const float* x, Index n)
{
    Bits largest = 0;
    for (Index i = 0; i < n; ++i) {
        const Bits magnitude = magnitudeBits(x[i]);
        largest = magnitude > largest ? magnitude : largest;
    }
    return largest;
}

template <int kExtent>
void amaxOfWholeBlocks(const float* in, Index blocks, float* amax)
{
    for (Index b = 0; b < blocks; ++b)
        amax[b] = std::bit_cast<float>(largestBits(in + b * kExtent, kExtent));
}

void amaxOfLine(const float* in, Index length, Index extent, float* amax)
{
    const Index whole = length / extent;
    if (extent == 16)
        amaxOfWholeBlocks<16>(in, whole, amax);
    else if (extent == 32)
        amaxOfWholeBlocks<32>(in, whole, amax);
    else
        for (Index b = 0; b < whole; ++b)
            amax[b] = std::bit_cast<float>(largestBits(in + b * extent, extent));
    if (whole * extent < length)
        amax[whole] = std::bit_cast<float>(largestBits(in + whole * extent, length - whole * extent));
}

void blockAmax(const float* in, const BlockView& view, float* amax)
{
    for (Index o = 0; o < view.outer; ++o) {
        const float* line = in + o * view.outerStride;
        if (view.inner == 1 && view.stride == 1) {
            amaxOfLine(line, view.length, view.extent, amax);
            amax += view.blocksOfLine();
            continue;
        }
        for (Index begin = 0; begin < view.length; begin += view.extent, amax += view.inner) {
            std::fill(amax, amax + view.inner, 0.0F);
            const Index end = std::min(begin + view.extent, view.length);
            for (Index l = begin; l < end; ++l) {
                const float* row = line + l * view.stride;
#pragma GCC ivdep
                for (Index i = 0; i < view.inner; ++i) {
                    const Bits magnitude = magnitudeBits(row[i]);
                    const Bits before = std::bit_cast<Bits>(amax[i]);
                    amax[i] = std::bit_cast<float>(magnitude > before ? magnitude : before);
                }
            }
        }
    }
}

/// 2^(code - 127), of code 0 too.
inline float powerOfTwoOfCode(Bits code)
{
    return std::bit_cast<float>(code == 0 ? Bits{0x400000} : code << B::kMantissa);
}

void mxScales(const float* amax, Index n, const MxScaling& scaling, float* encode, float* decode)
{
    constexpr Bits kHighestCode = 254;
#pragma GCC ivdep
    for (Index i = 0; i < n; ++i) {
        const float exact = amax[i] * scaling.factor;
        const Bits bits = std::bit_cast<Bits>(exact);
        const Bits normal = (bits + scaling.roundUp) >> B::kMantissa;
        const Bits subnormal = bits > scaling.subnormalAbove ? 1 : 0;
        Bits code = bits < 0x800000 ? subnormal : normal;
        code = code > scaling.offset ? code - scaling.offset : 0;
        code = code > kHighestCode ? kHighestCode : code;
        const bool isFinite = std::bit_cast<Bits>(amax[i]) < B::kInfinity;
        encode[i]
            = isFinite ? powerOfTwoOfCode(kHighestCode - code) : std::numeric_limits<float>::quiet_NaN();
        decode[i] = isFinite ? powerOfTwoOfCode(code) : std::numeric_limits<float>::quiet_NaN();
    }
}

void twoLevelScales(const float* amax, Index n, const TwoLevelScaling& scaling, float* encode, float* decode)
{
    const MagicRounder<float> round(scaling.scale);
    const float largest = scaling.scale.maxFinite;
#pragma GCC ivdep
    for (Index i = 0; i < n; ++i) {
        const float exact = amax[i] * scaling.multiplier;
        const float rounded = round(exact > largest ? largest : exact);
        const float reciprocal = 1.0F / (rounded * scaling.tensorDecode);
        decode[i] = rounded;
        encode[i]
            = reciprocal > std::numeric_limits<float>::max() ? std::numeric_limits<float>::max() : reciprocal;
    }
}

/// MagicRounder's way for magnitudes that have been clipped.
template <BlockStep kStep, bool kHasNegativeZero, bool kDivides>
class Step
{
public:
    Step(const BlockElement& element, float tensorDecode)
        : m_lowest(static_cast<Bits>(element.minExponent + B::kBias) << B::kMantissa)
        , m_shift(static_cast<Bits>(B::kMantissa - element.mantissaBits) << B::kMantissa)
        , m_largest(element.largest)
        , m_tensorDecode(tensorDecode)
    {
    }
    float operator()(float x, float encode, float decode) const
    {
        if constexpr (kStep == BlockStep::Dequantize)
            return x * decode * m_tensorDecode;
        const float scaled = kDivides ? x / decode : x * encode;
        const Bits bits = std::bit_cast<Bits>(scaled);
        const float size = std::bit_cast<float>(bits & B::kAbs);
        const float clipped = size > m_largest ? m_largest : size;
        if constexpr (kStep == BlockStep::Scale)
            return std::bit_cast<float>(std::bit_cast<Bits>(clipped) | (bits & B::kSign));
        Bits exponent = std::bit_cast<Bits>(clipped) & B::kInfinity;
        exponent = exponent < m_lowest ? m_lowest : exponent;
        const float magic = std::bit_cast<float>(exponent + m_shift);
        const float rounded = (clipped + magic) - magic;
        float element = std::bit_cast<float>(std::bit_cast<Bits>(rounded) | (bits & B::kSign));
        if constexpr (!kHasNegativeZero)
            element += 0.0F; // -0 becomes 0
        return element * decode * m_tensorDecode;
    }

private:
    Bits m_lowest;
    Bits m_shift;
    float m_largest;
    float m_tensorDecode;
};

/// out[i] = step(in[i], encode(i), decode(i)) for n elements that follow each other, and what that lost.
template <class S, class Encode, class Decode>
inline void applyToRun(
    const float* in, float* out, Index n, RoundingCounts* counts, const S step, Encode encode, Decode decode)
{
    if (counts == nullptr) {
#pragma GCC ivdep
        for (Index i = 0; i < n; ++i)
            out[i] = step(in[i], encode(i), decode(i));
        return;
    }
    Bits underflows = 0;
    Bits largest = 0;
#pragma GCC ivdep
    for (Index i = 0; i < n; ++i) {
        const float x = in[i];
        const float y = step(x, encode(i), decode(i));
        out[i] = y;
        const Bits magnitude = magnitudeBits(y);
        underflows += ((magnitude - 1) & ~(magnitudeBits(x) - 1)) >> 31; // y is zero and x is not
        largest = magnitude > largest ? magnitude : largest;
    }
    counts->underflows += underflows;
    if (largest >= B::kInfinity)
        countNonFinite(out, n, *counts, [in](Index i) { return isFinite(in[i]); });
}

/// Does for each block what applyToRun does, but adds up the losses per place in the block first, which vectorizes.
template <int kExtent, class S>
void applyToWholeBlocks(const float* in, float* out, Index blocks, const float* encode, const float* decode,
    RoundingCounts* counts, const S step)
{
    constexpr auto kLanes = static_cast<std::size_t>(kExtent);
    Bits underflows[kLanes] = {};
    Bits largest[kLanes] = {};
    for (Index b = 0; b < blocks; ++b) {
        const float* from = in + b * kExtent;
        float* to = out + b * kExtent;
        const float e = encode[b];
        const float d = decode[b];
#pragma GCC ivdep
        for (int i = 0; i < kExtent; ++i) {
            const float x = from[i];
            const float y = step(x, e, d);
            to[i] = y;
            const Bits magnitude = magnitudeBits(y);
            underflows[i] += ((magnitude - 1) & ~(magnitudeBits(x) - 1)) >> 31;
            largest[i] = magnitude > largest[i] ? magnitude : largest[i];
        }
    }
    if (counts == nullptr)
        return;
    Bits largestOfAll = 0;
    for (int i = 0; i < kExtent; ++i) {
        counts->underflows += underflows[i];
        largestOfAll = std::max(largestOfAll, largest[i]);
    }
    if (largestOfAll >= B::kInfinity)
        countNonFinite(out, blocks * kExtent, *counts, [in](Index i) { return isFinite(in[i]); });
}

template <class S>
void applyToLine(const float* in, float* out, Index length, Index extent, const float* encode,
    const float* decode, RoundingCounts* counts, const S step)
{
    Index b = 0;
    if (extent == 16 || extent == 32) {
        b = length / extent;
        if (extent == 16)
            applyToWholeBlocks<16>(in, out, b, encode, decode, counts, step);
        else
            applyToWholeBlocks<32>(in, out, b, encode, decode, counts, step);
    }
    for (; b * extent < length; ++b) {
        const float e = encode[b];
        const float d = decode[b];
        applyToRun(
            in + b * extent, out + b * extent, std::min(extent, length - b * extent), counts, step,
            [e](Index) { return e; }, [d](Index) { return d; });
    }
}

template <class S>
void applyStep(const float* in, float* out, const BlockView& view, const float* encode, const float* decode,
    RoundingCounts* counts, const S step)
{
    for (Index o = 0; o < view.outer; ++o) {
        const float* from = in + o * view.outerStride;
        float* to = out + o * view.outerStride;
        if (view.inner == 1 && view.stride == 1) {
            applyToLine(from, to, view.length, view.extent, encode, decode, counts, step);
            encode += view.blocksOfLine();
            decode += view.blocksOfLine();
            continue;
        }
        for (Index begin = 0; begin < view.length; begin += view.extent) {
            const Index end = std::min(begin + view.extent, view.length);
            for (Index l = begin; l < end; ++l)
                applyToRun(
                    from + l * view.stride, to + l * view.stride, view.inner, counts, step,
                    [encode](Index i) { return encode[i]; }, [decode](Index i) { return decode[i]; });
            encode += view.inner;
            decode += view.inner;
        }
    }
}

template <BlockStep kStep>
void applyStepOf(const float* in, float* out, const BlockView& view, const float* encode, const float* decode,
    float tensorDecode, const BlockElement& element, RoundingCounts* counts)
{
    if (element.divides) // integers, which have no -0
        applyStep(in, out, view, encode, decode, counts, Step<kStep, false, true>(element, tensorDecode));
    else if (element.hasNegativeZero)
        applyStep(in, out, view, encode, decode, counts, Step<kStep, true, false>(element, tensorDecode));
    else
        applyStep(in, out, view, encode, decode, counts, Step<kStep, false, false>(element, tensorDecode));
}

void applyScales(BlockStep step, const float* in, float* out, const BlockView& view, const float* encode,
    const float* decode, float tensorDecode, const BlockElement& element, RoundingCounts* counts)
{
    switch (step) {
    case BlockStep::QuantizeDequantize:
        return applyStepOf<BlockStep::QuantizeDequantize>(
            in, out, view, encode, decode, tensorDecode, element, counts);
    case BlockStep::Scale:
        return applyStepOf<BlockStep::Scale>(in, out, view, encode, decode, tensorDecode, element, nullptr);
    case BlockStep::Dequantize:
        return applyStepOf<BlockStep::Dequantize>(
            in, out, view, encode, decode, tensorDecode, element, nullptr);
    }
}

constexpr Index kHadamard = 16;

/// Multiplies in place by Sylvester's matrix, with sums and differences at distance 1, 2, 4, 8.
template <class T>
void butterflies(T* x, Index stride, Index inner)
{
    for (Index half = 1; half < kHadamard; half *= 2)
        for (Index begin = 0; begin < kHadamard; begin += 2 * half)
            for (Index k = begin; k < begin + half; ++k) {
                T* low = x + k * stride;
                T* high = x + (k + half) * stride;
#pragma GCC ivdep
                for (Index i = 0; i < inner; ++i) {
                    const T a = low[i];
                    const T b = high[i];
                    low[i] = a + b;
                    high[i] = a - b;
                }
            }
}

template <class T>
void hadamard16(bool inverse, const T* in, T* out, Index groups, Index inner, const T* signs)
{
    const T quarter = T{1} / 4;
    for (Index g = 0; g < groups; ++g) {
        const T* from = in + g * kHadamard * inner;
        T* to = out + g * kHadamard * inner;
        for (Index k = 0; k < kHadamard; ++k)
            for (Index i = 0; i < inner; ++i)
                to[k * inner + i] = from[k * inner + i] * (inverse ? T{1} : signs[k]);
        butterflies(to, inner, inner);
        for (Index k = 0; k < kHadamard; ++k)
            for (Index i = 0; i < inner; ++i)
                to[k * inner + i] *= inverse ? signs[k] * quarter : quarter;
    }
}

} // namespace

void addBlocks(BlockKernels& table)
{
    table.amax = blockAmax;
    table.mxScales = mxScales;
    table.twoLevelScales = twoLevelScales;
    table.apply = applyScales;
}

template <class T>
void addHadamard(CarrierKernels<T>& table)
{
    table.hadamard16 = hadamard16<T>;
}

template void addHadamard<float>(CarrierKernels<float>&);
template void addHadamard<double>(CarrierKernels<double>&);

} // namespace ulpscope::kernels
