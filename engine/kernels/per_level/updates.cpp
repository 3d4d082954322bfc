// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/per_level/updates.h"

#include "engine/kernels/per_level/rounders.h"

#include <cmath>

namespace ulpscope::kernels {

namespace {

constexpr Index kBlock = 512;

/// What is not finite among the steps and results of one block; rare. An overflow is one that comes from a finite
/// gradient and a finite weight.
template <class T>
void countNonFiniteUpdates(
    const T* gradient, const T* before, const T* steps, const T* after, Index n, RoundingCounts& counts)
{
    for (Index i = 0; i < n; ++i) {
        counts.nonFinite += static_cast<std::int64_t>(isNonFinite(after[i]));
        counts.overflows += static_cast<std::int64_t>(
            isFinite(gradient[i]) & isFinite(before[i]) & (isNonFinite(steps[i]) | isNonFinite(after[i])));
    }
}

template <class T>
double largestFinite(const T* values, Index n)
{
    Word<T> largest = 0;
    for (Index i = 0; i < n; ++i)
        largest = std::max(largest, finiteMagnitudeBits(values[i]));
    return static_cast<double>(std::bit_cast<T>(largest));
}

/// variable[i] = round(variable[i] + update(i)), and what that did. update(i) may read and write what belongs to
/// element i, nothing else.
template <class T, class Rounder, class Update>
UpdateCounts applyUpdate(
    T* variable, const T* gradient, Index n, const Rounder round, RoundingCounts& counts, Update update)
{
    UpdateCounts result;
    T before[kBlock];
    T steps[kBlock];
    for (Index begin = 0; begin < n; begin += kBlock) {
        const Index length = std::min(n - begin, kBlock);
        T* values = variable + begin;
        Word<T> largestStep = 0;
        Word<T> largestAfter = 0;
        Word<T> nonZero = 0;
        Word<T> lost = 0;
#pragma GCC ivdep
        for (Index i = 0; i < length; ++i) {
            const T step = update(begin + i);
            const T old = values[i];
            const T after = round(old + step);
            steps[i] = step;
            before[i] = old;
            values[i] = after;
            const Word<T> stepMagnitude = magnitudeBits(step);
            const Word<T> afterMagnitude = magnitudeBits(after);
            largestStep = stepMagnitude > largestStep ? stepMagnitude : largestStep;
            largestAfter = afterMagnitude > largestAfter ? afterMagnitude : largestAfter;
            nonZero += isNonZero(step);
            // The difference of two finite numbers is zero only if they are equal.
            lost += isNonZero(step) & ~isNonZero(after - old);
        }
        const bool stepsFinite = largestStep < CarrierBits<T>::kInfinity;
        const double amax
            = stepsFinite ? static_cast<double>(std::bit_cast<T>(largestStep)) : largestFinite(steps, length);
        result += {static_cast<std::int64_t>(nonZero), static_cast<std::int64_t>(lost), amax};
        if (!stepsFinite || largestAfter >= CarrierBits<T>::kInfinity)
            countNonFiniteUpdates(gradient + begin, before, steps, values, length, counts);
    }
    return result;
}

/// Calls f with a function that gives gradient i without the loss scale.
template <class T, class Rounder, class F>
UpdateCounts withGradient(const T* gradient, double divisor, const Rounder round, F f)
{
    if (divisor == 1)
        return f([gradient](Index i) { return gradient[i]; });
    const T scale = static_cast<T>(divisor);
    return f([gradient, scale, round](Index i) { return round(gradient[i] / scale); });
}

template <class T>
UpdateCounts sgd(T* variable, T* velocity, const T* gradient, Index n, const SgdScalars& scalars,
    const Grid<T>& grid, RoundingCounts& counts)
{
    const T learningRate = static_cast<T>(scalars.learningRate);
    const T momentum = static_cast<T>(scalars.momentum);
    return withRounder(grid, [&](const auto round) {
        return withGradient(gradient, scalars.gradientDivisor, round, [&](auto unscaled) {
            if (velocity == nullptr)
                return applyUpdate(variable, gradient, n, round, counts,
                    [=](Index i) { return -round(unscaled(i) * learningRate); });
            const auto next = [=](Index i) {
                const T step = round(unscaled(i) * learningRate);
                velocity[i] = round(round(momentum * velocity[i]) - step);
                return step;
            };
            if (scalars.nesterov)
                return applyUpdate(variable, gradient, n, round, counts, [=](Index i) {
                    const T step = next(i);
                    return round(round(momentum * velocity[i]) - step);
                });
            return applyUpdate(variable, gradient, n, round, counts, [=](Index i) {
                next(i);
                return velocity[i];
            });
        });
    });
}

template <class T>
UpdateCounts adam(T* variable, T* mean, T* variance, const T* gradient, Index n, const AdamScalars& scalars,
    const Grid<T>& grid, RoundingCounts& counts)
{
    const T alpha = static_cast<T>(scalars.alpha);
    const T oneMinusBeta1 = static_cast<T>(scalars.oneMinusBeta1);
    const T oneMinusBeta2 = static_cast<T>(scalars.oneMinusBeta2);
    const T epsilon = static_cast<T>(scalars.epsilon);
    // A variance that overflows makes steps of zero, which nothing else would notice.
    Word<T> overflows = 0;
    const UpdateCounts updates = withRounder(grid, [&](const auto round) {
        return withGradient(gradient, scalars.gradientDivisor, round, [&](auto unscaled) {
            return applyUpdate(variable, gradient, n, round, counts, [=, &overflows](Index i) {
                const T g = unscaled(i);
                const T m = round(mean[i] + round(round(g - mean[i]) * oneMinusBeta1));
                const T v = round(variance[i] + round(round(round(g * g) - variance[i]) * oneMinusBeta2));
                overflows += isFinite(g) & isFinite(variance[i]) & isNonFinite(v);
                mean[i] = m;
                variance[i] = v;
                return -round(round(m * alpha) / round(round(std::sqrt(v)) + epsilon));
            });
        });
    });
    counts.overflows += static_cast<std::int64_t>(overflows);
    return updates;
}

} // namespace

template <class T>
void addUpdates(CarrierKernels<T>& table)
{
    table.sgd = sgd<T>;
    table.adam = adam<T>;
}

template void addUpdates<float>(CarrierKernels<float>&);
template void addUpdates<double>(CarrierKernels<double>&);

} // namespace ulpscope::kernels
