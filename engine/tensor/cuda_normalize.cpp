// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/cuda_normalize.h"

#include "engine/kernels/cuda_functions.h"
#include "engine/tensor/carrier.h"
#include "engine/tensor/cuda_sums.h"

#include <array>
#include <cmath>
#include <span>

namespace ulpscope {

namespace {

constexpr std::size_t kLanes = 32;
constexpr std::size_t kPerLane = 4;
constexpr float kCount = kCudaRowColumns;

template <class Lanes>
float sumByHalves(Lanes& lanes)
{
    return byHalves(lanes, [](float& a, float b) { a += b; });
}

struct Welford
{
    float mean = 0, squares = 0, count = 0;

    Welford with(float x) const
    {
        const float delta = x - mean;
        const float next = std::fma(delta, 1 / (count + 1), mean);
        return {next, std::fma(delta, x - next, squares), count + 1};
    }
    /// Both took as many numbers.
    Welford with(const Welford& other) const
    {
        const float delta = other.mean - mean;
        return {0.5F * mean + 0.5F * other.mean,
            std::fma(delta * delta * count, 0.5F, squares + other.squares), 2 * count};
    }
};

struct RowMoments
{
    float mean, inverse;
};

RowMoments momentsOf(const float* x, double epsilon)
{
    std::array<Welford, kLanes> lanes;
    for (std::size_t i = 0; i < kLanes * kPerLane; ++i)
        lanes[i / kPerLane] = lanes[i / kPerLane].with(x[i]);
    const Welford& all = byHalves(lanes, [](Welford& a, const Welford& b) { a = a.with(b); });
    return {all.mean, cudaRsqrt(all.squares / kCount + static_cast<float>(epsilon))};
}

/// Threads that add up a column, each 8 rows of a block of rows: LaunchGammaBetaBackwardCUDAKernel.
constexpr Index kRowsPerThread = 8;
Index columnThreads(Index rows)
{
    return rows < 64 ? 1 : rows < 128 ? 8 : rows < 256 ? 16 : 32;
}

/// Sums over the rows of dy (x - mean) inverse, and of dy.
void sumColumns(const float* x, const float* dy, std::span<const RowMoments> rows, float* gamma, float* beta)
{
    const auto threads = static_cast<std::size_t>(columnThreads(static_cast<Index>(rows.size())));
    std::vector<float> ofGamma(threads);
    std::vector<float> ofBeta(threads);
    for (Index column = 0; column < kCudaRowColumns; ++column) {
        std::ranges::fill(ofGamma, 0.0F);
        std::ranges::fill(ofBeta, 0.0F);
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const std::size_t thread = row / kRowsPerThread % threads;
            const Index at = static_cast<Index>(row) * kCudaRowColumns + column;
            ofGamma[thread] = std::fma(dy[at] * (x[at] - rows[row].mean), rows[row].inverse, ofGamma[thread]);
            ofBeta[thread] += dy[at];
        }
        gamma[column] = sumByHalves(ofGamma);
        beta[column] = sumByHalves(ofBeta);
    }
}

/// With N columns: dx = (N gamma dy - (x - mean) inverse s2 - s1) inverse / N.
void gradientOfRow(const float* x, const float* gamma, const float* dy, const RowMoments& row, float* dx)
{
    std::array<float, kLanes> sums{};
    std::array<float, kLanes> weighted{};
    for (std::size_t i = 0; i < kLanes * kPerLane; ++i) {
        const float g = dy[i] * gamma[i];
        sums[i / kPerLane] += g;
        weighted[i / kPerLane] = std::fma(g * (x[i] - row.mean), row.inverse, weighted[i / kPerLane]);
    }
    const float sum = sumByHalves(sums);
    const float weightedSum = sumByHalves(weighted);
    const float factor = 1 / kCount * row.inverse;
    for (Index i = 0; i < kCudaRowColumns; ++i)
        dx[i] = (std::fma(kCount * gamma[i], dy[i], -((x[i] - row.mean) * row.inverse * weightedSum)) - sum)
            * factor;
}

void checkRows(const Tensor& x, const Tensor& parameter)
{
    check(x.format() == float32Format() && parameter.format() == float32Format(),
        "[cudaNormalizeRows] float32");
    check(x.columns() == kCudaRowColumns && parameter.size() == kCudaRowColumns,
        "[cudaNormalizeRows] rows of 128 columns");
}

} // namespace

void cudaNormalizeRows(const Tensor& x, const Tensor& gamma, const Tensor& beta, double epsilon, Tensor& out)
{
    checkRows(x, gamma);
    checkRows(x, beta);
    out.reset(x.shape(), x.format());
    const auto* scale = TensorValues::of<float>(gamma);
    const auto* shift = TensorValues::of<float>(beta);
    for (Index row = 0; row < x.rows(); ++row) {
        const float* in = TensorValues::of<float>(x) + row * kCudaRowColumns;
        float* result = TensorValues::of<float>(out) + row * kCudaRowColumns;
        const RowMoments moments = momentsOf(in, epsilon);
        for (Index i = 0; i < kCudaRowColumns; ++i)
            result[i] = std::fma(scale[i], moments.inverse * (in[i] - moments.mean), shift[i]);
    }
}

void cudaNormalizeRowsGradient(const Tensor& x, const Tensor& gamma, double epsilon,
    const Tensor& outputGradient, NormalizationGradients& gradients)
{
    checkRows(x, gamma);
    check(outputGradient.format() == x.format() && outputGradient.size() == x.size(),
        "[cudaNormalizeRows] the gradient is like the output");
    gradients.input.reset(x.shape(), x.format());
    gradients.gamma.reset(gamma.shape(), x.format());
    gradients.beta.reset(gamma.shape(), x.format());
    const auto* in = TensorValues::of<float>(x);
    const auto* dy = TensorValues::of<float>(outputGradient);
    std::vector<RowMoments> rows;
    for (Index row = 0; row < x.rows(); ++row) {
        const Index first = row * kCudaRowColumns;
        rows.push_back(momentsOf(in + first, epsilon));
        gradientOfRow(in + first, TensorValues::of<float>(gamma), dy + first, rows.back(),
            TensorValues::of<float>(gradients.input) + first);
    }
    sumColumns(
        in, dy, rows, TensorValues::of<float>(gradients.gamma), TensorValues::of<float>(gradients.beta));
}

} // namespace ulpscope
