// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/cuda_sums.h"

#include "engine/base/message.h"
#include "engine/tensor/carrier.h"
#include "engine/tensor/nonfinite_watch.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <vector>

namespace ulpscope {

namespace {

Index lastPowerOfTwo(Index n)
{
    return static_cast<Index>(std::bit_floor(static_cast<std::uint64_t>(std::max<Index>(n, 1))));
}

/// A thread's own rows, in four sums that take turns.
template <class T>
T sumOfThread(const T* x, Index columns, Index first, Index rows, Index threads)
{
    std::array<T, 4> sums{};
    std::size_t turn = 0;
    for (Index row = first; row < rows; row += threads)
        sums[turn++ % sums.size()] += x[row * columns];
    return ((sums[0] + sums[1]) + sums[2]) + sums[3];
}

/// The same of each column.
template <class T>
std::vector<T> sumOfRows(const T* x, Index columns, Index first, Index rows, Index threads)
{
    const auto width = static_cast<std::size_t>(columns);
    std::array<std::vector<T>, 4> sums;
    sums.fill(std::vector<T>(width));
    std::size_t turn = 0;
    for (Index row = first; row < rows; row += threads) {
        std::vector<T>& sum = sums[turn++ % sums.size()];
        for (std::size_t i = 0; i < width; ++i)
            sum[i] += x[static_cast<std::size_t>(row * columns) + i];
    }
    for (std::size_t i = 0; i < width; ++i)
        sums[0][i] = ((sums[0][i] + sums[1][i]) + sums[2][i]) + sums[3][i];
    return std::move(sums[0]);
}

/// Its vectors of four, each part in a sum of its own; the first sum takes what is left behind the last vector too.
template <class T>
T sumOfVectors(const T* x, Index thread, Index size, Index threads)
{
    std::array<T, 4> sums{};
    constexpr auto kVector = static_cast<Index>(sums.size());
    const Index vectors = size / kVector;
    for (Index vector = thread; vector < vectors; vector += threads)
        for (Index i = 0; i < kVector; ++i)
            sums[static_cast<std::size_t>(i)] += x[vector * kVector + i];
    for (Index i = vectors * kVector + thread; i < size; i += threads)
        sums[0] += x[i];
    return ((sums[0] + sums[1]) + sums[2]) + sums[3];
}

} // namespace

Index cudaSumThreads(Index rows, Index columns)
{
    constexpr Index kMaxThreads = 512;
    constexpr Index kWarp = 32;
    const Index vector = columns % 4 == 0 ? 4 : columns % 2 == 0 ? 2 : 1;
    const Index width = std::min(lastPowerOfTwo(columns / vector), kWarp);
    const Index height = std::min(lastPowerOfTwo(rows), kMaxThreads / vector / width);
    return rows >= height * 16 || rows >= kMaxRowsPerThread ? height : 1;
}

void cudaSum(Arithmetic& arithmetic, const Tensor& x, Tensor& out)
{
    constexpr Index kVector = 4;
    constexpr Index kMaxThreads = 512;
    const bool isVectorized = x.size() > 128;
    const Index threads = std::min(lastPowerOfTwo(x.size() / (isVectorized ? kVector : 1)), kMaxThreads);
    out.reset(Shape{}, x.format());
    onCarrier(x, [&]<class T>(T) {
        const T* values = TensorValues::of<T>(x);
        std::vector<T> lanes;
        for (Index thread = 0; thread < threads; ++thread)
            lanes.push_back(isVectorized ? sumOfVectors(values, thread, x.size(), threads)
                                         : sumOfThread(values, 1, thread, x.size(), threads));
        T* sum = TensorValues::of<T>(out);
        *sum = byHalves(lanes, [](T& a, T b) { a += b; });
        kernelsFor<T>(arithmetic.table()).round(sum, sum, 1, makeGrid<T>(x.format()), &arithmetic.counts());
    });
}

void cudaColumnSums(Arithmetic& arithmetic, const Tensor& x, Tensor& out)
{
    if (x.columns() == 1) {
        cudaSum(arithmetic, x, out);
        return out.reshape(Shape{1});
    }
    const Index threads = cudaSumThreads(x.rows(), x.columns());
    out.reset(Shape{x.columns()}, x.format());
    onCarrier(x, [&]<class T>(T) {
        std::vector<std::vector<T>> lanes;
        for (Index thread = 0; thread < threads; ++thread)
            lanes.push_back(sumOfRows(TensorValues::of<T>(x), x.columns(), thread, x.rows(), threads));
        T* sums = TensorValues::of<T>(out);
        const auto plus = [](std::vector<T>& a, const std::vector<T>& b) {
            std::ranges::transform(a, b, a.begin(), std::plus<T>());
        };
        std::ranges::copy(byHalves(lanes, plus), sums);
        kernelsFor<T>(arithmetic.table())
            .round(sums, sums, out.size(), makeGrid<T>(x.format()), &arithmetic.counts());
    });
    if (isWatched(arithmetic))
        watchLines(arithmetic, translated("sum over the rows"), x, out, true, true);
}

} // namespace ulpscope
