// SPDX-License-Identifier: GPL-3.0-or-later
// Sums in the order of PyTorch's kernel on CUDA: aten/src/ATen/native/cuda/Reduce.cuh, setReduceConfig. Equal to torch 2.11 on an H200
// in all 916 float32 sums over rows of its recordings, 64 to 1024 rows, and in 400 means of 640 squares, the losses of its trainings.
#pragma once

#include "engine/tensor/arithmetic.h"
#include "engine/tensor/tensor.h"

#include <cstddef>

namespace ulpscope {

/// How many threads add up a column, each every n-th row. From 256 rows a thread on, several blocks share them, in an order that is
/// not modelled.
Index cudaSumThreads(Index rows, Index columns);
inline constexpr Index kMaxRowsPerThread = 256;

/// Adds lane i + n/2 to lane i, then i + n/4, until the first has all n, a power of two.
template <class Lanes, class Add>
const auto& byHalves(Lanes& lanes, Add add)
{
    for (std::size_t half = lanes.size() / 2; half > 0; half /= 2)
        for (std::size_t i = 0; i < half; ++i)
            add(lanes[i], lanes[i + half]);
    return lanes.front();
}

/// The sum of all elements; threads as above, of which each takes four neighbours at once where there are more than 128.
void cudaSum(Arithmetic& arithmetic, const Tensor& x, Tensor& out);
/// out [columns] = sums of x over all axes but the last, added in x's carrier and rounded once to x's format.
void cudaColumnSums(Arithmetic& arithmetic, const Tensor& x, Tensor& out);

} // namespace ulpscope
