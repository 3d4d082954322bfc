// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/per_level/kernel_groups.h"

#include "engine/kernels/per_level/rounding/carrier_bits.h"
#include "engine/kernels/per_level/sums/lane_sums.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ulpscope::kernels {

namespace {

constexpr Index kBlock = 2048; ///< what is gone through more than once stays in the nearest cache
/// Metrics of one block but its sums. By bits, which order as magnitudes do.
template <class T>
void addBlock(const T* x, Index n, Word<T> smallestNormal, Word<T> largest, Word<T>& most, Word<T>& least,
    TensorDetail& detail)
{
    constexpr int kTopBit = sizeof(T) * 8 - 1;
    Word<T> nonZeros = 0;
    Word<T> belowNormal = 0;
    Word<T> belowLargest = 0;
    Word<T> blockMost = 0;
    Word<T> blockLeast = ~Word<T>{0}; // less one, so that zero is the largest
    for (Index i = 0; i < n; ++i) {
        const Word<T> magnitude = magnitudeBits(x[i]);
        blockMost = magnitude > blockMost ? magnitude : blockMost;
        blockLeast = magnitude - 1 < blockLeast ? magnitude - 1 : blockLeast;
        nonZeros += isNonZero(x[i]);
        belowNormal += (magnitude - smallestNormal) >> kTopBit;
        belowLargest += (magnitude - largest) >> kTopBit;
    }
    if (blockMost >= CarrierBits<T>::kInfinity) { // rare
        blockMost = 0;
        for (Index i = 0; i < n; ++i) {
            blockMost = std::max(blockMost, finiteMagnitudeBits(x[i]));
            belowLargest += isNonFinite(x[i]);
            detail.nans += std::isnan(x[i]) ? 1 : 0;
            detail.positiveInfinities += std::isinf(x[i]) && x[i] > 0 ? 1 : 0;
            detail.negativeInfinities += std::isinf(x[i]) && x[i] < 0 ? 1 : 0;
        }
    }
    detail.zeros += n - static_cast<std::int64_t>(nonZeros);
    detail.subnormals += static_cast<std::int64_t>(belowNormal + nonZeros) - n;
    detail.saturated += n - static_cast<std::int64_t>(belowLargest);
    most = std::max(most, blockMost);
    least = std::min(least, blockLeast);
}

template <class T>
TensorDetail detail(const T* x, Index n, T smallestNormal, T largest)
{
    TensorDetail result;
    constexpr int kLanes = 16;
    LaneSums<kLanes> sums;
    LaneSums<kLanes> squares;
    Word<T> most = 0;
    Word<T> least = ~Word<T>{0};
    for (Index begin = 0; begin < n; begin += kBlock) {
        const T* block = x + begin;
        const Index size = std::min(kBlock, n - begin);
        const std::int64_t nonFinite = result.nonFinite();
        addBlock(block, size, magnitudeBits(smallestNormal), magnitudeBits(largest), most, least, result);
        const auto add = [&](const T* values, Index, int v) {
            const Vector<double> value = loadAsDouble(values);
            sums.vectors[v] += value;
            squares.vectors[v] += value * value;
        };
        if (result.nonFinite() == nonFinite) {
            inLanes<kLanes>(block, size, add);
        } else { // rare
            std::array<T, kBlock> finite{};
            for (Index i = 0; i < size; ++i)
                finite[static_cast<std::size_t>(i)] = std::isfinite(block[i]) ? block[i] : T{0};
            inLanes<kLanes>(finite.data(), size, add);
        }
    }
    result.sum = sums.sum();
    result.squares = squares.sum();
    result.amax = static_cast<double>(std::bit_cast<T>(most));
    const auto smallest = std::bit_cast<T>(static_cast<Word<T>>(least + 1)); // none: all ones, which become 0
    result.amin = std::isfinite(smallest) ? static_cast<double>(smallest) : 0;
    return result;
}

/// Bins of one block by comparing: each exponent as a byte, then for each bin how many bytes are its own. Better than a
/// table while the bins are few, because a vector holds as many bytes as it does.
template <class T>
void countByComparing(const T* x, Index n, int firstField, int fields, std::uint32_t* bins)
{
    using Bits = CarrierBits<T>;
    typedef std::uint8_t Bytes __attribute__((vector_size(kVectorBytes)));
    typedef std::int8_t Mask __attribute__((vector_size(kVectorBytes)));
    constexpr Index kVectors = kBlock / kVectorBytes;
    static_assert(kVectors <= 255); // a byte counts them
    alignas(kVectorBytes) std::array<std::uint8_t, kBlock> codes;
    const auto below = static_cast<std::int32_t>(firstField - 1); // zero's code is 0
    for (Index i = 0; i < n; ++i) {
        const auto field = static_cast<std::int32_t>(magnitudeBits(x[i]) >> Bits::kMantissa);
        codes[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(std::max(field, below) - below);
    }
    const Index vectors = (n + kVectorBytes - 1) / kVectorBytes;
    std::fill(codes.begin() + n, codes.begin() + vectors * kVectorBytes, std::uint8_t{0});
    for (int field = 0; field < fields; ++field) {
        const Bytes wanted = static_cast<std::uint8_t>(field + 1) - Bytes{};
        Mask counts{};
        for (Index v = 0; v < vectors; ++v) {
            Bytes of;
            __builtin_memcpy(&of, codes.data() + v * kVectorBytes, sizeof of);
            counts -= (Mask)(of == wanted);
        }
        std::array<std::uint8_t, kVectorBytes> lanes;
        __builtin_memcpy(lanes.data(), &counts, sizeof counts);
        std::uint32_t all = 0;
        for (const std::uint8_t lane : lanes)
            all += lane;
        bins[field] += all;
    }
}

constexpr int kUncounted = static_cast<int>(kExponentBins); ///< one more bin, for what is counted nowhere

/// Whatever the elements and the scale are.
template <class T>
void countByTable(const T* x, Index n, double scale, ExponentBins& bins)
{
    using Bits = CarrierBits<double>;
    // Four tables: neighbours mostly lie in the same bin, and would wait for each other's count.
    std::array<std::array<std::uint32_t, kExponentBins + 1>, 4> counts{};
    std::array<std::uint16_t, kBlock> found;
    for (Index begin = 0; begin < n; begin += kBlock) {
        const Index size = std::min(kBlock, n - begin);
        for (Index i = 0; i < size; ++i) {
            const std::uint64_t magnitude = magnitudeBits(static_cast<double>(x[begin + i]) / scale);
            const auto exponent = static_cast<std::int32_t>(magnitude >> Bits::kMantissa) - Bits::kBias;
            const std::int32_t bin = std::clamp(exponent - kFirstExponent, 0, kUncounted - 1);
            const bool isCounted = magnitude != 0 && magnitude < Bits::kInfinity;
            found[static_cast<std::size_t>(i)] = static_cast<std::uint16_t>(isCounted ? bin : kUncounted);
        }
        Index i = 0;
        for (; i + 4 <= size; i += 4)
            for (std::size_t table = 0; table < 4; ++table)
                ++counts[table][found[static_cast<std::size_t>(i) + table]];
        for (; i < size; ++i)
            ++counts[0][found[static_cast<std::size_t>(i)]];
    }
    for (const auto& table : counts)
        for (std::size_t bin = 0; bin < kExponentBins; ++bin)
            bins[bin] += table[bin];
}

template <class T>
void countExponents(const T* x, Index n, double scale, const TensorDetail& detail, ExponentBins& bins)
{
    constexpr int kMaxByComparing = 40; // from about 38 (x86-64-v2) to 60 (v3) bins on the table is faster
    if (detail.amax == 0 && detail.nonFinite() == 0)
        return;
    int scaleExponent = 0;
    const bool isPowerOfTwo = std::frexp(scale, &scaleExponent) == 0.5;
    scaleExponent -= 1;
    if (detail.nonFinite() == 0 && isPowerOfTwo
        && detail.amin >= static_cast<double>(std::numeric_limits<T>::min())) {
        const int first = std::ilogb(detail.amin);
        const int last = std::ilogb(detail.amax);
        const bool isInBins
            = first - scaleExponent >= kFirstExponent && last - scaleExponent <= kLastExponent;
        if (isInBins && last - first < kMaxByComparing) {
            std::uint32_t* firstBin = bins.data() + (first - scaleExponent - kFirstExponent);
            for (Index begin = 0; begin < n; begin += kBlock)
                countByComparing(x + begin, std::min(kBlock, n - begin), first + CarrierBits<T>::kBias,
                    last - first + 1, firstBin);
            return;
        }
    }
    countByTable(x, n, scale, bins);
}

template <class T>
void change(const T* after, const double* before, double* out, Index n)
{
    Index i = 0;
    for (; i + kLaneWidth <= n; i += kLaneWidth)
        storeVector(out + i, loadAsDouble(after + i) - loadVector(before + i));
    for (; i < n; ++i)
        out[i] = static_cast<double>(after[i]) - before[i];
}

} // namespace

template <class T>
void addDetails(CarrierKernels<T>& table)
{
    table.detail = detail<T>;
    table.countExponents = countExponents<T>;
    table.change = change<T>;
}

template void addDetails<float>(CarrierKernels<float>&);
template void addDetails<double>(CarrierKernels<double>&);

} // namespace ulpscope::kernels
