// SPDX-License-Identifier: GPL-3.0-or-later
// The loop that all updates of a variable share: adds a step to every element, rounds once, counts what that did.
#pragma once

#include "engine/kernels/per_level/rounding/rounders.h"

#include <cmath>

namespace ulpscope::kernels {

inline constexpr Index kBlock = 512;

/// Counts infinities and NaN, which are rare, among the steps and results of one block. An overflow is one that comes from a finite
/// gradient and a finite weight.
template <class T>
[[gnu::noinline]] void countNonFiniteUpdates(
    const T* gradient, const T* before, const T* steps, const T* after, Index n, RoundingCounts& counts)
{
    for (Index i = 0; i < n; ++i) {
        counts.nonFinite += static_cast<std::int64_t>(isNonFinite(after[i]));
        counts.overflows += static_cast<std::int64_t>(
            isFinite(gradient[i]) & isFinite(before[i]) & (isNonFinite(steps[i]) | isNonFinite(after[i])));
    }
}

template <class T>
inline double largestFinite(const T* values, Index n)
{
    Word<T> largest = 0;
    for (Index i = 0; i < n; ++i)
        largest = std::max(largest, finiteMagnitudeBits(values[i]));
    return static_cast<double>(std::bit_cast<T>(largest));
}

/// values[i] = round(values[i] + steps[i]) for one block, and what that did. A function of its own, because it depends on
/// no optimizer.
template <class T, class Rounder>
[[gnu::noinline]] UpdateSize applySteps(
    T* values, const T* steps, const T* gradient, Index length, const Rounder round, RoundingCounts& counts)
{
    T before[kBlock];
    Word<T> largestStep = 0;
    Word<T> largestAfter = 0;
#pragma GCC ivdep
    for (Index i = 0; i < length; ++i) {
        const T step = steps[i];
        const T old = values[i];
        const T after = round(old + step);
        before[i] = old;
        values[i] = after;
        const Word<T> stepMagnitude = magnitudeBits(step);
        const Word<T> afterMagnitude = magnitudeBits(after);
        largestStep = stepMagnitude > largestStep ? stepMagnitude : largestStep;
        largestAfter = afterMagnitude > largestAfter ? afterMagnitude : largestAfter;
    }
    const bool stepsFinite = largestStep < CarrierBits<T>::kInfinity;
    const double amax
        = stepsFinite ? static_cast<double>(std::bit_cast<T>(largestStep)) : largestFinite(steps, length);
    if (!stepsFinite || largestAfter >= CarrierBits<T>::kInfinity)
        countNonFiniteUpdates(gradient, before, steps, values, length, counts);
    return {amax};
}

/// variable[i] = round(variable[i] + update(i)), and what that did. update(i) may read and write what belongs to
/// element i, nothing else.
template <class T, class Rounder, class Update>
inline UpdateSize applyUpdate(
    T* variable, const T* gradient, Index n, const Rounder round, RoundingCounts& counts, Update update)
{
    UpdateSize result;
    T steps[kBlock];
    for (Index begin = 0; begin < n; begin += kBlock) {
        const Index length = std::min(n - begin, kBlock);
#pragma GCC ivdep
        for (Index i = 0; i < length; ++i)
            steps[i] = update(begin + i);
        result += applySteps(variable + begin, steps, gradient + begin, length, round, counts);
    }
    return result;
}

/// a b + c with two roundings.
template <class Rounder>
struct SeparateMultiplyAdd
{
    Rounder round;
    template <class T>
    [[gnu::always_inline]] T operator()(T a, T b, T c) const
    {
        return round(round(a * b) + c);
    }
};

/// Computes it with a single fused multiply-add in T.
struct FusedMultiplyAdd
{
    template <class T>
    [[gnu::always_inline]] T operator()(T a, T b, T c) const
    {
        return std::fma(a, b, c);
    }
};

/// Calls f(round, multiplyAdd) for the grid. fuses: whether products that are added to are not rounded, in T itself.
template <class T, class F>
inline UpdateSize withMultiplyAdd(const Grid<T>& grid, bool fuses, F f)
{
    if (fuses && grid.kind == GridKind::Identity)
        return f(IdentityRounder<T>(grid), FusedMultiplyAdd{});
    return withRounder(
        grid, [&](const auto round) { return f(round, SeparateMultiplyAdd<decltype(round)>{round}); });
}

/// variable[i] = variable[i] + factor of(i) as multiplyAdd rounds it, and what that did. of(i) may write what belongs to element i.
template <class T, class MultiplyAdd, class Of>
inline UpdateSize applyScaled(T* variable, const T* gradient, T factor, Index n,
    const MultiplyAdd multiplyAdd, RoundingCounts& counts, Of of)
{
    UpdateSize result;
    T before[kBlock];
    T steps[kBlock];
    for (Index begin = 0; begin < n; begin += kBlock) {
        const Index length = std::min(n - begin, kBlock);
        T* values = variable + begin;
        for (Index i = 0; i < length; ++i) {
            const T direction = of(begin + i);
            before[i] = values[i];
            steps[i] = factor * direction;
            values[i] = multiplyAdd(factor, direction, before[i]);
        }
        countNonFiniteUpdates(gradient + begin, before, steps, values, length, counts);
        result += {largestFinite(steps, length)};
    }
    return result;
}

/// Calls f with a function that gives gradient i without the loss scale.
template <class T, class Rounder, class F>
inline UpdateSize withGradient(const T* gradient, double divisor, const Rounder round, F f)
{
    if (divisor == 1)
        return f([gradient](Index i) { return gradient[i]; });
    const T scale = static_cast<T>(divisor);
    return f([gradient, scale, round](Index i) { return round(gradient[i] / scale); });
}

} // namespace ulpscope::kernels
