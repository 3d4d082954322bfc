// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/cuda_sums.h"

#include "engine/base/message.h"
#include "engine/tensor/carrier.h"
#include "engine/tensor/nonfinite_watch.h"

#include <algorithm>
#include <array>
#include <bit>
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

void cudaColumnSums(Arithmetic& arithmetic, const Tensor& x, Tensor& out)
{
    const Index threads = cudaSumThreads(x.rows(), x.columns());
    out.reset(Shape{x.columns()}, x.format());
    onCarrier(x, [&]<class T>(T) {
        const T* values = TensorValues::of<T>(x);
        T* sums = TensorValues::of<T>(out);
        std::vector<T> lanes(static_cast<std::size_t>(threads));
        for (Index column = 0; column < x.columns(); ++column) {
            for (Index thread = 0; thread < threads; ++thread)
                lanes[static_cast<std::size_t>(thread)]
                    = sumOfThread(values + column, x.columns(), thread, x.rows(), threads);
            sums[column] = byHalves(std::span<T>(lanes), [](T a, T b) { return a + b; });
        }
        kernelsFor<T>(arithmetic.table())
            .round(sums, sums, out.size(), makeGrid<T>(x.format()), &arithmetic.counts());
    });
    if (isWatched(arithmetic))
        watchLines(arithmetic, translated("sum over the rows"), x, out, true, true);
}

} // namespace ulpscope
