// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/per_level/reductions.h"

#include "engine/kernels/per_level/rounders.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope::kernels {

namespace {

constexpr Index kLanes = 16;

template <class T>
TensorStatistics statistics(const T* x, Index n)
{
    constexpr Index kBlock = 1 << 12;
    TensorStatistics result;
    Word<T> largest = 0;
    for (Index begin = 0; begin < n; begin += kBlock) {
        const Index end = std::min(n, begin + kBlock);
        Word<T> nonZeros = 0;
        Word<T> largestBits = 0;
        for (Index i = begin; i < end; ++i) {
            const Word<T> magnitude = magnitudeBits(x[i]);
            largestBits = magnitude > largestBits ? magnitude : largestBits;
            nonZeros += isNonZero(x[i]);
        }
        result.zeros += end - begin - static_cast<std::int64_t>(nonZeros);
        if (largestBits >= CarrierBits<T>::kInfinity) { // rare
            Word<T> nonFinite = 0;
            largestBits = 0;
            for (Index i = begin; i < end; ++i) {
                const Word<T> counted = finiteMagnitudeBits(x[i]);
                largestBits = counted > largestBits ? counted : largestBits;
                nonFinite += isNonFinite(x[i]);
            }
            result.nonFinite += static_cast<std::int64_t>(nonFinite);
        }
        largest = std::max(largest, largestBits);
    }
    result.amax = static_cast<double>(std::bit_cast<T>(largest));
    return result;
}

template <class T, class Unscale>
Comparison compareWith(const T* candidate, const double* reference, Index n, Unscale unscale)
{
    std::array<double, kLanes> squaredError{};
    std::array<double, kLanes> squaredReference{};
    std::array<std::uint64_t, kLanes> referenceNonZero{};
    std::array<std::uint64_t, kLanes> bothNonZero{};
    const auto add = [&](Index i, std::size_t lane) {
        const auto value = static_cast<double>(candidate[i]);
        const double expected = reference[i];
        const double error = unscale(value) - expected;
        squaredError[lane] += error * error;
        squaredReference[lane] += expected * expected;
        referenceNonZero[lane] += isNonZero(expected);
        bothNonZero[lane] += isNonZero(expected) & isNonZero(value);
    };
    Index i = 0;
    for (; i + kLanes <= n; i += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            add(i + static_cast<Index>(lane), lane);
    for (std::size_t lane = 0; i < n; ++i, ++lane)
        add(i, lane);
    Comparison result;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        result.squaredError += squaredError[lane];
        result.squaredReference += squaredReference[lane];
        result.referenceNonZero += static_cast<std::int64_t>(referenceNonZero[lane]);
        result.flushed += static_cast<std::int64_t>(referenceNonZero[lane] - bothNonZero[lane]);
    }
    return result;
}

template <class T>
Comparison compare(const T* candidate, double scale, const double* reference, Index n)
{
    if (scale == 1)
        return compareWith(candidate, reference, n, [](double x) { return x; });
    return compareWith(candidate, reference, n, [scale](double x) { return x / scale; });
}

template <class T>
bool allFinite(const T* x, Index n)
{
    Word<T> largest = 0;
    for (Index i = 0; i < n; ++i) {
        const Word<T> magnitude = magnitudeBits(x[i]);
        largest = magnitude > largest ? magnitude : largest;
    }
    return largest < CarrierBits<T>::kInfinity;
}

template <class T>
void countChanges(const T* before, const T* after, Index n, RoundingCounts& counts)
{
    constexpr Index kBlock = 1 << 15;
    for (Index begin = 0; begin < n; begin += kBlock) {
        const Index end = std::min(n, begin + kBlock);
        Word<T> underflows = 0;
        Word<T> nonFinite = 0;
        Word<T> overflows = 0;
        for (Index i = begin; i < end; ++i) {
            underflows += isNonZero(before[i]) & (isNonZero(after[i]) ^ 1);
            nonFinite += isNonFinite(after[i]);
            overflows += isFinite(before[i]) & isNonFinite(after[i]);
        }
        counts.underflows += static_cast<std::int64_t>(underflows);
        counts.nonFinite += static_cast<std::int64_t>(nonFinite);
        counts.overflows += static_cast<std::int64_t>(overflows);
    }
}

} // namespace

template <class T>
void addReductions(CarrierKernels<T>& table)
{
    table.statistics = statistics<T>;
    table.compare = compare<T>;
    table.allFinite = allFinite<T>;
    table.countChanges = countChanges<T>;
}

template void addReductions<float>(CarrierKernels<float>&);
template void addReductions<double>(CarrierKernels<double>&);

} // namespace ulpscope::kernels
