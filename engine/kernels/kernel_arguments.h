// SPDX-License-Identifier: GPL-3.0-or-later
// What kernels are told besides their numbers: kinds of operations, and the geometry of windows and matrices.
#pragma once

#include <array>
#include <cstdint>

namespace ulpscope {

// Rules of optimizers that have a kernel: one step on one variable, several operations on each element, each rounded.
enum class UpdateKind : std::uint8_t { Sgd, Adam, TorchSgd, TorchAdam };

/// What a rule computes once for a whole variable, in an order that rule and kernel agree on; values of the variable's
/// format.
using UpdateScalars = std::array<double, 8>;

// Windows that slide over the two middle axes of [batch, height, width, channels]: the geometry of convolution and pooling.
/// All in elements. An output (i, j) sees the inputs (i strideHeight - padTop + a dilationHeight, likewise) for
/// a < kernelHeight and b < kernelWidth, as far as they exist.
struct Window2D
{
    using Index = std::int64_t;

    Index batch = 0;
    Index height = 0;
    Index width = 0;
    Index channels = 0;
    Index outHeight = 0;
    Index outWidth = 0;
    Index kernelHeight = 1;
    Index kernelWidth = 1;
    Index strideHeight = 1;
    Index strideWidth = 1;
    Index dilationHeight = 1;
    Index dilationWidth = 1;
    Index padTop = 0;
    Index padLeft = 0;

    Index taps() const { return kernelHeight * kernelWidth; }
    Index outputs() const { return batch * outHeight * outWidth; }
    bool overlaps() const { return kernelHeight > strideHeight || kernelWidth > strideWidth; }
    /// Row of the input that tap `a` of output row `i` sees; outside [0, height) there is none.
    Index inputRow(Index i, Index a) const { return i * strideHeight - padTop + a * dilationHeight; }
    Index inputColumn(Index j, Index b) const { return j * strideWidth - padLeft + b * dilationWidth; }
};

// Operands of a matrix product as strided views, so that a transposed operand needs no copy.
using Index = std::int64_t;

template <class T>
struct MatrixView
{
    const T* data = nullptr;
    Index rowStride = 0;
    Index columnStride = 0;

    T operator()(Index row, Index column) const { return data[row * rowStride + column * columnStride]; }
};

/// Rows and columns of a result that are to be computed.
struct ResultPart
{
    Index firstRow = 0;
    Index rows = 0;
    Index firstColumn = 0;
    Index columns = 0;
};

/// a: [m, k]   b: [k, n]
template <class T>
struct ProductOperands
{
    Index m = 0;
    Index n = 0;
    Index k = 0;
    MatrixView<T> a;
    MatrixView<T> b;
};

/// The largest finite magnitude among a tensor's elements, and how many are NaN or infinite.
struct FiniteRange
{
    double amax = 0;
    std::int64_t nonFinite = 0;

    bool operator==(const FiniteRange&) const = default;
};

} // namespace ulpscope
