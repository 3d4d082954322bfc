// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/per_level/kernel_groups.h"

#include "engine/kernels/per_level/rounding/rounders.h"
#include "engine/kernels/per_level/sums/lane_sums.h"

#include <algorithm>

namespace ulpscope::kernels {

namespace {

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
std::int64_t countAbove(const T* x, Index n, T limit)
{
    const Word<T> most = magnitudeBits(limit);
    Word<T> above = 0;
    for (Index i = 0; i < n; ++i) {
        const Word<T> magnitude = magnitudeBits(x[i]);
        above += magnitude > most && magnitude <= CarrierBits<T>::kInfinity ? 1U : 0U;
    }
    return static_cast<std::int64_t>(above);
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

/// holds(i): 0 or 1.
template <class Holds>
void markWhere(Index n, std::uint8_t* marks, const Holds holds)
{
#pragma GCC ivdep
    for (Index i = 0; i < n; ++i)
        marks[i] |= static_cast<std::uint8_t>(holds(i));
}

template <class T>
void markChanged(const T* before, const T* after, Index n, bool isToFinite, std::uint8_t* marks)
{
    if (isToFinite) // less itself, a number that is not finite is no zero
        markWhere(n, marks, [=](Index i) { return (before[i] != after[i]) & (after[i] - after[i] == T(0)); });
    else
        markWhere(n, marks, [=](Index i) { return before[i] != after[i]; });
}

template <class T>
void markNonZero(const T* x, Index n, std::uint8_t* marks)
{
    markWhere(n, marks, [=](Index i) { return x[i] != T(0); });
}

} // namespace

template <class T>
void addReductions(CarrierKernels<T>& table)
{
    table.statistics = statistics<T>;
    table.allFinite = allFinite<T>;
    table.countAbove = countAbove<T>;
    table.countChanges = countChanges<T>;
    table.markChanged = markChanged<T>;
    table.markNonZero = markNonZero<T>;
}

template void addReductions<float>(CarrierKernels<float>&);
template void addReductions<double>(CarrierKernels<double>&);

} // namespace ulpscope::kernels
