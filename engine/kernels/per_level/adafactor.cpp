// SPDX-License-Identifier: GPL-3.0-or-later
// Adafactor: keras/src/optimizers/adafactor.py. Means are summed in the carrier and rounded once, as Keras' ops.mean.
#include "engine/kernels/per_level/kernel_groups.h"

#include "engine/kernels/per_level/update_loop.h"

#include <cmath>

namespace ulpscope::kernels {

namespace {

template <class T, class Rounder>
T rootMeanSquare(const T* values, Index n, const Rounder round)
{
    T sum = 0;
    for (Index i = 0; i < n; ++i)
        sum += round(values[i] * values[i]);
    return round(std::sqrt(round(sum / static_cast<T>(n))));
}

/// velocity from the row and column means of squares [rows, columns], which move towards those of this step.
template <class T, class Rounder>
void factor(const T* squares, T* rowMeans, T* columnMeans, T* velocity, Index rows, Index columns, T beta2,
    T oneMinusBeta2, const Rounder round)
{
    for (Index r = 0; r < rows; ++r) {
        T sum = 0;
        for (Index c = 0; c < columns; ++c)
            sum += squares[r * columns + c];
        const T mean = round(sum / static_cast<T>(columns));
        rowMeans[r] = round(round(beta2 * rowMeans[r]) + round(oneMinusBeta2 * mean));
    }
    // The velocity is computed last, so its first row can hold the columns' sums until then.
    T* sums = velocity;
    std::fill(sums, sums + columns, T{0});
    for (Index r = 0; r < rows; ++r)
        for (Index c = 0; c < columns; ++c)
            sums[c] += squares[r * columns + c];
    for (Index c = 0; c < columns; ++c) {
        const T mean = round(sums[c] / static_cast<T>(rows));
        columnMeans[c] = round(round(beta2 * columnMeans[c]) + round(oneMinusBeta2 * mean));
    }
    T sum = 0;
    for (Index r = 0; r < rows; ++r)
        sum += rowMeans[r];
    const T mean = round(sum / static_cast<T>(rows));
    for (Index r = 0; r < rows; ++r) {
        const T share = round(rowMeans[r] / mean);
#pragma GCC ivdep
        for (Index c = 0; c < columns; ++c)
            velocity[r * columns + c] = round(share * columnMeans[c]);
    }
}

} // namespace

template <class T>
UpdateSize adafactor(const UpdateOperands<T>& operands, const Grid<T>& grid, RoundingCounts& counts)
{
    const bool isVector = operands.rows == 0;
    const Index n = operands.size;
    const Index rows = operands.rows;
    const Index columns = operands.columns;
    const Index matrix = isVector ? n : rows * columns;
    const Index batch = isVector ? 1 : n / matrix;
    const T beta2 = operands.scalar(1);
    const T oneMinusBeta2 = operands.scalar(2);
    const T epsilon1 = operands.scalar(3);
    const T divisor = static_cast<T>(operands.gradientDivisor);
    const T* gradient = operands.gradient;
    T* velocity = operands.state[0];
    T* rowMeans = operands.stateOrNull(1);
    T* columnMeans = operands.stateOrNull(2);
    T* scratch = operands.scratch;
    return withRounder(grid, [&](const auto round) {
        const T scale = maximum(operands.scalar(4), rootMeanSquare(operands.weights, n, round));
        const T alpha = round(scale * operands.scalar(0));
#pragma GCC ivdep
        for (Index i = 0; i < n; ++i) {
            const T g = round(gradient[i] / divisor);
            scratch[i] = round(round(g * g) + epsilon1);
        }
        if (isVector)
            for (Index i = 0; i < n; ++i)
                velocity[i] = round(round(beta2 * velocity[i]) + round(oneMinusBeta2 * scratch[i]));
        for (Index b = 0; !isVector && b < batch; ++b)
            factor(scratch + b * matrix, rowMeans + b * rows, columnMeans + b * columns,
                velocity + b * matrix, rows, columns, beta2, oneMinusBeta2, round);
#pragma GCC ivdep
        for (Index i = 0; i < n; ++i)
            scratch[i] = round(round(gradient[i] / divisor) / round(std::sqrt(velocity[i])));
        const T threshold = operands.scalar(5);
        const T clip = maximum(T{1}, round(rootMeanSquare(scratch, n, round) / threshold));
        return applyUpdate(operands.variable, gradient, n, round, counts,
            [=](Index i) { return -round(alpha * round(scratch[i] / clip)); });
    });
}

template UpdateSize adafactor(const UpdateOperands<float>&, const Grid<float>&, RoundingCounts&);
template UpdateSize adafactor(const UpdateOperands<double>&, const Grid<double>&, RoundingCounts&);

} // namespace ulpscope::kernels
