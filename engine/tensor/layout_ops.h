// SPDX-License-Identifier: GPL-3.0-or-later
// Operations that move elements and change none: pieces, transposes, products of many matrices piece by piece.
#pragma once

#include "engine/tensor/ops.h"

#include <span>

namespace ulpscope {

/// out, of this shape: the elements of `from` from `first` on, in row-major order.
void copyPiece(const Tensor& from, Index first, const Shape& shape, Tensor& out);
/// All of `piece` into `out` from element `first` on. Both have one format.
void placePiece(const Tensor& piece, Tensor& out, Index first);

/// out: the rows of `in`, a matrix, and then rows of zeros, `rows` in all.
void padRows(const Tensor& in, Index rows, Tensor& out);

/// Whether both have the same shape, format and values, bit by bit.
bool identical(const Tensor& a, const Tensor& b);

/// out, whose axis i is axis order[i] of `in`, which is taken to be of this shape.
void permuteAxes(const Tensor& in, const Shape& shape, std::span<const int> order, Tensor& out);

/// out [columns]: the largest of each column; NaN where one is.
void columnMaxima(const Tensor& x, Tensor& out);
/// out, of this shape: x repeated along new leading axes, and along axes of 1.
void broadcastTo(const Tensor& x, const Shape& shape, Tensor& out);

/// `width` columns of a matrix from column `fromColumn` on, into the columns of `to` from `toColumn` on. Widths are
/// what a row of each holds, whatever the tensor's shape. Both have one format.
struct ColumnCopy
{
    Index rows;
    Index width;
    Index fromWidth;
    Index fromColumn;
    Index toWidth;
    Index toColumn;
};
void copyColumns(const Tensor& from, Tensor& to, const ColumnCopy& copy);

/// One matmul() for each of the leading axes: out[i] = a[i] b[i], each rounded once.
/// None: a [..., m, k], b [..., k, n]. A: a [..., k, m]. B: b [..., n, k]. out: [..., m, n].
void batchedMatmul(
    Arithmetic& arithmetic, const Tensor& a, const Tensor& b, Transpose transpose, Tensor& out);

/// out[o, i] = sum of x[o, :, i], one after the other, in the carrier's own format, which x has.
void sequentialSums(const Tensor& x, Index outer, Index summed, Index inner, Tensor& out);

} // namespace ulpscope
