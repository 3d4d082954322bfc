// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/layout_ops.h"

#include "engine/tensor/carrier.h"
#include "engine/tensor/nonfinite_watch.h"

#include <algorithm>
#include <cstring>

namespace ulpscope {

namespace {

template <class F>
void onCarrier(const Tensor& tensor, F&& f)
{
    withCarrier(carrierOf(tensor.format()), std::forward<F>(f));
}

Shape matrixShape(const Shape& shape)
{
    check(shape.rank() >= 2, "[batchedMatmul] operands are matrices");
    return Shape{shape[shape.rank() - 2], shape[shape.rank() - 1]};
}

} // namespace

void copyPiece(const Tensor& from, Index first, const Shape& shape, Tensor& out)
{
    check(first >= 0 && first + shape.elements() <= from.size(), "[copyPiece] inside the tensor");
    out.reset(shape, from.format());
    onCarrier(from, [&](auto zero) {
        using T = decltype(zero);
        std::copy_n(TensorValues::of<T>(from) + first, out.size(), TensorValues::of<T>(out));
    });
}

void placePiece(const Tensor& piece, Tensor& out, Index first)
{
    check(piece.format() == out.format(), "[placePiece] one format");
    check(first >= 0 && first + piece.size() <= out.size(), "[placePiece] inside the tensor");
    onCarrier(piece, [&](auto zero) {
        using T = decltype(zero);
        std::copy_n(TensorValues::of<T>(piece), piece.size(), TensorValues::of<T>(out) + first);
    });
}

void padRows(const Tensor& in, Index rows, Tensor& out)
{
    check(rows >= in.rows() && &in != &out, "[padRows] more rows, out of place");
    out.reset(Shape{rows, in.columns()}, in.format());
    onCarrier(in, [&](auto zero) {
        using T = decltype(zero);
        T* to = TensorValues::of<T>(out);
        std::copy_n(TensorValues::of<T>(in), in.size(), to);
        std::fill(to + in.size(), to + out.size(), T{0});
    });
}

bool identical(const Tensor& a, const Tensor& b)
{
    if (!(a.shape() == b.shape()) || !(a.format() == b.format()))
        return false;
    return withCarrier(carrierOf(a.format()), [&](auto zero) {
        using T = decltype(zero);
        const auto bytes = static_cast<std::size_t>(a.size()) * sizeof(T);
        return bytes == 0 || std::memcmp(TensorValues::of<T>(a), TensorValues::of<T>(b), bytes) == 0;
    });
}

void swapMiddleAxes(const Tensor& in, Tensor& out)
{
    check(in.shape().rank() == 4 && &in != &out, "[swapMiddleAxes] four axes, out of place");
    const Index a = in.shape()[0];
    const Index b = in.shape()[1];
    const Index c = in.shape()[2];
    const Index d = in.shape()[3];
    out.reset(Shape{a, c, b, d}, in.format());
    onCarrier(in, [&](auto zero) {
        using T = decltype(zero);
        const T* from = TensorValues::of<T>(in);
        T* to = TensorValues::of<T>(out);
        for (Index i = 0; i < a; ++i)
            for (Index k = 0; k < c; ++k)
                for (Index j = 0; j < b; ++j, to += d)
                    std::copy_n(from + ((i * b + j) * c + k) * d, d, to);
    });
}

Index middleAxesSwapped(const Shape& shape, Index element)
{
    const Index last = element % shape[3];
    const Index k = element / shape[3] % shape[2];
    const Index j = element / (shape[3] * shape[2]) % shape[1];
    const Index i = element / (shape[3] * shape[2] * shape[1]);
    return ((i * shape[2] + k) * shape[1] + j) * shape[3] + last;
}

void copyColumns(const Tensor& from, Tensor& to, const ColumnCopy& copy)
{
    check(from.format() == to.format(), "[copyColumns] one format");
    check(copy.rows * copy.fromWidth <= from.size() && copy.rows * copy.toWidth <= to.size()
            && copy.fromColumn + copy.width <= copy.fromWidth && copy.toColumn + copy.width <= copy.toWidth,
        "[copyColumns] inside the tensors");
    onCarrier(from, [&](auto zero) {
        using T = decltype(zero);
        for (Index row = 0; row < copy.rows; ++row)
            std::copy_n(TensorValues::of<T>(from) + row * copy.fromWidth + copy.fromColumn, copy.width,
                TensorValues::of<T>(to) + row * copy.toWidth + copy.toColumn);
    });
}

void batchedMatmul(Arithmetic& arithmetic, const Tensor& a, const Tensor& b, Transpose transpose, Tensor& out)
{
    const Shape left = matrixShape(a.shape());
    const Shape right = matrixShape(b.shape());
    Shape shape = a.shape().withLast(transpose == Transpose::B ? right[0] : right[1]);
    if (transpose == Transpose::A) {
        Shape transposed;
        for (int i = 0; i + 2 < shape.rank(); ++i)
            transposed.append(shape[i]);
        transposed.append(left[1]);
        transposed.append(shape.last());
        shape = transposed;
    }
    const Index count = left.elements() == 0 ? 0 : a.size() / left.elements();
    checkEqual(count * right.elements(), b.size(), "[batchedMatmul] as many matrices");
    out.reset(shape, a.format());
    Tensor leftMatrix;
    Tensor rightMatrix;
    Tensor product;
    for (Index i = 0; i < count; ++i) {
        copyPiece(a, i * left.elements(), left, leftMatrix);
        copyPiece(b, i * right.elements(), right, rightMatrix);
        matmul(arithmetic, leftMatrix, rightMatrix, transpose, product);
        placePiece(product, out, i * product.size());
        if (arithmetic.watch() != nullptr)
            arithmetic.watch()->moved(
                product, out, [&](Index element) { return i * product.size() + element; });
    }
}

} // namespace ulpscope
