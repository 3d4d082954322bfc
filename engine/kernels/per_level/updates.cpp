// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/per_level/updates.h"

#include "engine/kernels/per_level/rounders.h"

#include <cmath>

namespace ulpscope::kernels {

namespace {

constexpr Index kBlock = 1 << 15;

/// variable[i] = round(variable[i] + update(i)), and what that did.
template <class T, class Rounder, class Update>
UpdateCounts applyUpdate(T* variable, Index n, const Rounder& round, RoundingCounts& counts, Update update)
{
    UpdateCounts result;
    Word<T> largest = 0;
    for (Index begin = 0; begin < n; begin += kBlock) {
        const Index end = std::min(n, begin + kBlock);
        Word<T> nonZero = 0;
        Word<T> lost = 0;
        Word<T> overflows = 0;
        Word<T> nonFinite = 0;
        for (Index i = begin; i < end; ++i) {
            const T step = update(i);
            const T before = variable[i];
            const T after = round(before + step);
            variable[i] = after;
            const Word<T> magnitude = magnitudeBits(step);
            const Word<T> isNonZero = magnitude != 0 ? 1 : 0;
            const Word<T> counted = magnitude < CarrierBits<T>::kInfinity ? magnitude : 0;
            largest = counted > largest ? counted : largest;
            nonZero += isNonZero;
            lost += after == before ? isNonZero : 0;
            const Word<T> isNonFinite = isFinite(after) ? 0 : 1;
            nonFinite += isNonFinite;
            overflows += isFinite(before) && isFinite(step) ? isNonFinite : 0;
        }
        result.nonZero += static_cast<std::int64_t>(nonZero);
        result.lost += static_cast<std::int64_t>(lost);
        counts.overflows += static_cast<std::int64_t>(overflows);
        counts.nonFinite += static_cast<std::int64_t>(nonFinite);
    }
    result.amax = static_cast<double>(std::bit_cast<T>(largest));
    return result;
}

/// Calls f with a function that gives gradient i without the loss scale.
template <class T, class Rounder, class F>
UpdateCounts withGradient(const T* gradient, double divisor, const Rounder& round, F f)
{
    if (divisor == 1)
        return f([gradient](Index i) { return gradient[i]; });
    const T scale = static_cast<T>(divisor);
    return f([gradient, scale, &round](Index i) { return round(gradient[i] / scale); });
}

template <class T>
UpdateCounts sgd(T* variable, T* velocity, const T* gradient, Index n, const SgdScalars& scalars, const Grid<T>& grid,
    RoundingCounts& counts)
{
    const T learningRate = static_cast<T>(scalars.learningRate);
    const T momentum = static_cast<T>(scalars.momentum);
    return withRounder(grid, [&](const auto& round) {
        return withGradient(gradient, scalars.gradientDivisor, round, [&](auto unscaled) {
            if (velocity == nullptr)
                return applyUpdate(variable, n, round, counts,
                    [=, &round](Index i) { return -round(unscaled(i) * learningRate); });
            const auto next = [=, &round](Index i) {
                const T step = round(unscaled(i) * learningRate);
                velocity[i] = round(round(momentum * velocity[i]) - step);
                return step;
            };
            if (scalars.nesterov)
                return applyUpdate(variable, n, round, counts, [=, &round](Index i) {
                    const T step = next(i);
                    return round(round(momentum * velocity[i]) - step);
                });
            return applyUpdate(variable, n, round, counts, [=](Index i) {
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
    return withRounder(grid, [&](const auto& round) {
        return withGradient(gradient, scalars.gradientDivisor, round, [&](auto unscaled) {
            return applyUpdate(variable, n, round, counts, [=, &round](Index i) {
                const T g = unscaled(i);
                const T m = round(mean[i] + round(round(g - mean[i]) * oneMinusBeta1));
                const T v = round(variance[i] + round(round(round(g * g) - variance[i]) * oneMinusBeta2));
                mean[i] = m;
                variance[i] = v;
                return -round(round(m * alpha) / round(round(std::sqrt(v)) + epsilon));
            });
        });
    });
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
