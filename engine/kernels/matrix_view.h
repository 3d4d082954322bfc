// SPDX-License-Identifier: GPL-3.0-or-later
// Operands of a matrix product as strided views, so that a transposed operand needs no copy.
#pragma once

#include <cstdint>

namespace ulpscope {

using Index = std::int64_t;

template <class T>
struct MatrixView
{
    const T* data = nullptr;
    Index rowStride = 0;
    Index columnStride = 0;

    T operator()(Index row, Index column) const { return data[row * rowStride + column * columnStride]; }
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

} // namespace ulpscope
