// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/per_level/kernel_groups.h"

#include "engine/kernels/per_level/kernel_groups.h"
#include "engine/kernels/per_level/update_loop.h"

#include <cmath>

namespace ulpscope::kernels {

namespace {

template <class T>
UpdateSize sgd(const UpdateOperands<T>& operands, const Grid<T>& grid, RoundingCounts& counts)
{
    T* variable = operands.variable;
    T* velocity = operands.stateOrNull(0); // null without momentum
    const T* gradient = operands.gradient;
    const Index n = operands.size;
    const T learningRate = operands.scalar(0);
    const T momentum = operands.scalar(1);
    const bool isNesterov = operands.scalar(2) != 0;
    return withMultiplyAdd(grid, operands.fusesMultiplyAdd, [&](const auto round, const auto multiplyAdd) {
        return withGradient(gradient, operands.gradientDivisor, round, [&](auto unscaled) {
            if constexpr (std::is_same_v<std::decay_t<decltype(multiplyAdd)>, FusedMultiplyAdd>)
                if (velocity == nullptr)
                    return applyScaled(variable, gradient, learningRate, n, multiplyAdd, counts,
                        [=](Index i) { return -unscaled(i); });
            if (velocity == nullptr)
                return applyUpdate(variable, gradient, n, round, counts,
                    [=](Index i) { return -round(unscaled(i) * learningRate); });
            const auto next = [=](Index i) {
                const T step = round(unscaled(i) * learningRate);
                velocity[i] = multiplyAdd(momentum, velocity[i], -step);
                return step;
            };
            if (isNesterov)
                return applyUpdate(variable, gradient, n, round, counts, [=](Index i) {
                    const T step = next(i);
                    return multiplyAdd(momentum, velocity[i], -step);
                });
            return applyUpdate(variable, gradient, n, round, counts, [=](Index i) {
                next(i);
                return velocity[i];
            });
        });
    });
}

template <class T>
UpdateSize adam(const UpdateOperands<T>& operands, const Grid<T>& grid, RoundingCounts& counts)
{
    T* variable = operands.variable;
    T* mean = operands.state[0];
    T* variance = operands.state[1];
    T* largest = operands.stateOrNull(2); // variance so far, of amsgrad
    const T* gradient = operands.gradient;
    const Index n = operands.size;
    const T alpha = operands.scalar(0);
    const T oneMinusBeta1 = operands.scalar(1);
    const T oneMinusBeta2 = operands.scalar(2);
    const T epsilon = operands.scalar(3);
    // A variance that overflows makes steps of zero, which nothing else would notice.
    Word<T> overflows = 0;
    const auto updateWith = [&](const auto round, const auto multiplyAdd) {
        return withGradient(gradient, operands.gradientDivisor, round, [&](auto unscaled) {
            const auto moments = [=, &overflows](Index i) {
                const T g = unscaled(i);
                const T v = multiplyAdd(multiplyAdd(g, g, -variance[i]), oneMinusBeta2, variance[i]);
                overflows += isFinite(g) & isFinite(variance[i]) & isNonFinite(v);
                mean[i] = multiplyAdd(round(g - mean[i]), oneMinusBeta1, mean[i]);
                variance[i] = v;
                return v;
            };
            const auto step
                = [=](T m, T v) { return -round(round(m * alpha) / round(round(std::sqrt(v)) + epsilon)); };
            if (largest == nullptr)
                return applyUpdate(variable, gradient, n, round, counts, [=](Index i) {
                    const T v = moments(i);
                    return step(mean[i], v);
                });
            return applyUpdate(variable, gradient, n, round, counts, [=](Index i) {
                const T v = moments(i);
                largest[i] = largest[i] < v || v != v ? v : largest[i]; // a NaN stays one
                return step(mean[i], largest[i]);
            });
        });
    };
    const UpdateSize updates = withMultiplyAdd(grid, operands.fusesMultiplyAdd, updateWith);
    counts.overflows += static_cast<std::int64_t>(overflows);
    return updates;
}

/// torch/optim/sgd.py on a CPU: mul_, then add_, whose product with alpha is fused.
template <class T>
UpdateSize torchSgd(const UpdateOperands<T>& operands, const Grid<T>& grid, RoundingCounts& counts)
{
    T* velocity = operands.stateOrNull(
        0); // null without momentum; begun with the gradient, which 0 momentum plus it is
    const T* gradient = operands.gradient;
    const T learningRate = operands.scalar(0);
    const T momentum = operands.scalar(1);
    const bool isNesterov = operands.scalar(2) != 0;
    return withMultiplyAdd(grid, true, [&](const auto round, const auto multiplyAdd) {
        return withGradient(gradient, operands.gradientDivisor, round, [&](auto unscaled) {
            return applyScaled(
                operands.variable, gradient, -learningRate, operands.size, multiplyAdd, counts, [=](Index i) {
                    const T g = unscaled(i);
                    if (velocity == nullptr)
                        return g;
                    velocity[i] = round(round(velocity[i] * momentum) + g);
                    return isNesterov ? multiplyAdd(velocity[i], momentum, g) : velocity[i];
                });
        });
    });
}

/// torch/optim/adam.py on a CPU: lerp_ and addcmul_ fuse their last product, addcdiv_ has none to fuse.
template <class T>
UpdateSize torchAdam(const UpdateOperands<T>& operands, const Grid<T>& grid, RoundingCounts& counts)
{
    T* mean = operands.state[0];
    T* variance = operands.state[1];
    const T* gradient = operands.gradient;
    const T minusStepSize = operands.scalar(0);
    const T oneMinusBeta1 = operands.scalar(1);
    const T beta2 = operands.scalar(2);
    const T oneMinusBeta2 = operands.scalar(3);
    const T correction = operands.scalar(4);
    const T epsilon = operands.scalar(5);
    Word<T> overflows = 0;
    const UpdateSize updates = withMultiplyAdd(grid, true, [&](const auto round, const auto multiplyAdd) {
        return withGradient(gradient, operands.gradientDivisor, round, [&](auto unscaled) {
            return applyUpdate(
                operands.variable, gradient, operands.size, round, counts, [=, &overflows](Index i) {
                    const T g = unscaled(i);
                    const T v = multiplyAdd(round(oneMinusBeta2 * g), g, round(variance[i] * beta2));
                    overflows += isFinite(g) & isFinite(variance[i]) & isNonFinite(v);
                    mean[i] = multiplyAdd(oneMinusBeta1, round(g - mean[i]), mean[i]);
                    variance[i] = v;
                    const T divisor = round(round(round(std::sqrt(v)) / correction) + epsilon);
                    return round(round(minusStepSize * mean[i]) / divisor);
                });
        });
    });
    counts.overflows += static_cast<std::int64_t>(overflows);
    return updates;
}

template <class T>
UpdateSize update(
    UpdateKind kind, const UpdateOperands<T>& operands, const Grid<T>& grid, RoundingCounts& counts)
{
    switch (kind) {
    case UpdateKind::Sgd:
        return sgd(operands, grid, counts);
    case UpdateKind::Adam:
        return adam(operands, grid, counts);
    case UpdateKind::TorchSgd:
        return torchSgd(operands, grid, counts);
    case UpdateKind::TorchAdam:
        return torchAdam(operands, grid, counts);
    }
    return {};
}

template <class T>
UpdateSize decay(T* variable, const T* weights, Index n, T weightDecay, T learningRate, const Grid<T>& grid,
    RoundingCounts& counts)
{
    return withRounder(grid, [&](const auto round) {
        return applyUpdate(variable, weights, n, round, counts,
            [=](Index i) { return -round(round(weights[i] * weightDecay) * learningRate); });
    });
}

template <class T>
UpdateSize kahan(
    T* variable, T* compensation, const T* update, Index n, const Grid<T>& grid, RoundingCounts& counts)
{
    UpdateSize result;
    result.amax = largestFinite(update, n);
    withRounder(grid, [&](const auto round) {
        Word<T> nonFinite = 0;
        Word<T> overflows = 0;
#pragma GCC ivdep
        for (Index i = 0; i < n; ++i) {
            const T before = variable[i];
            const T owed = compensation[i];
            const T step = round(owed + update[i]);
            const T after = round(before + step);
            const T left = round(step + round(before - after));
            variable[i] = after;
            compensation[i] = left;
            nonFinite += isNonFinite(after);
            overflows += isFinite(update[i]) & isFinite(before) & isNonFinite(after);
        }
        counts.nonFinite += static_cast<std::int64_t>(nonFinite);
        counts.overflows += static_cast<std::int64_t>(overflows);
    });
    return result;
}

template <class T>
void clip(T* values, Index n, T limit)
{
#pragma GCC ivdep
    for (Index i = 0; i < n; ++i) {
        const T x = values[i];
        values[i] = x > limit ? limit : x < -limit ? -limit : x; // a NaN stays one
    }
}

template <class T>
double sumOfSquares(const T* values, Index n, const Grid<T>& grid)
{
    return withRounder(grid, [&](const auto round) {
        T sum = 0;
        for (Index i = 0; i < n; ++i)
            sum += round(values[i] * values[i]);
        return static_cast<double>(round(sum));
    });
}

} // namespace

template <class T>
void addUpdates(CarrierKernels<T>& table)
{
    table.update = update<T>;
    table.decay = decay<T>;
    table.kahan = kahan<T>;
    table.clip = clip<T>;
    table.sumOfSquares = sumOfSquares<T>;
}

template void addUpdates<float>(CarrierKernels<float>&);
template void addUpdates<double>(CarrierKernels<double>&);

} // namespace ulpscope::kernels
