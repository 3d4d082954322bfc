// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/layout_ops.h"

#include "engine/tensor/carrier.h"
#include "engine/tensor/nonfinite_watch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace ulpscope {

namespace {

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
    onCarrier(from, [&]<class T>(T) {
        std::copy_n(TensorValues::of<T>(from) + first, out.size(), TensorValues::of<T>(out));
    });
}

void placePiece(const Tensor& piece, Tensor& out, Index first)
{
    check(piece.format() == out.format(), "[placePiece] one format");
    check(first >= 0 && first + piece.size() <= out.size(), "[placePiece] inside the tensor");
    onCarrier(piece, [&]<class T>(T) {
        std::copy_n(TensorValues::of<T>(piece), piece.size(), TensorValues::of<T>(out) + first);
    });
}

void padRows(const Tensor& in, Index rows, Tensor& out)
{
    check(rows >= in.rows() && &in != &out, "[padRows] more rows, out of place");
    out.reset(Shape{rows, in.columns()}, in.format());
    onCarrier(in, [&]<class T>(T) {
        T* to = TensorValues::of<T>(out);
        std::copy_n(TensorValues::of<T>(in), in.size(), to);
        std::fill(to + in.size(), to + out.size(), T{0});
    });
}

bool identical(const Tensor& a, const Tensor& b)
{
    if (!(a.shape() == b.shape()) || !(a.format() == b.format()))
        return false;
    return onCarrier(a, [&]<class T>(T) {
        const auto bytes = static_cast<std::size_t>(a.size()) * sizeof(T);
        return bytes == 0 || std::memcmp(TensorValues::of<T>(a), TensorValues::of<T>(b), bytes) == 0;
    });
}

void permuteAxes(const Tensor& in, const Shape& shape, std::span<const int> order, Tensor& out)
{
    const int rank = shape.rank();
    checkEqual(in.size(), shape.elements(), "[permuteAxes] of that shape");
    check(static_cast<int>(order.size()) == rank && &in != &out, "[permuteAxes] all axes, out of place");
    std::array<Index, Shape::kMaxRank> strides{}; // of the axes of `in`
    Index stride = 1;
    for (int axis = rank - 1; axis >= 0; --axis) {
        strides[static_cast<std::size_t>(axis)] = stride;
        stride *= shape[axis];
    }
    Shape result;
    for (const int axis : order)
        result.append(shape[axis]);
    out.reset(result, in.format());
    // The last axes that stay where they are move as one run; the one before is the inner loop.
    int moved = rank;
    Index run = 1;
    while (moved > 0 && order[static_cast<std::size_t>(moved - 1)] == moved - 1)
        run *= shape[--moved];
    const Index inner = moved == 0 ? 1 : result[moved - 1];
    const auto strideOf
        = [&](int axis) { return strides[static_cast<std::size_t>(order[static_cast<std::size_t>(axis)])]; };
    const Index step = moved == 0 ? 0 : strideOf(moved - 1);
    onCarrier(in, [&]<class T>(T) {
        const T* from = TensorValues::of<T>(in);
        T* to = TensorValues::of<T>(out);
        const T* const end = to + out.size();
        std::array<Index, Shape::kMaxRank> at{};
        while (to != end) {
            for (Index i = 0; i < inner; ++i, to += run)
                if (run == 1) // where a call of memmove would take most of the time
                    *to = from[i * step];
                else
                    std::copy_n(from + i * step, run, to);
            for (int axis = moved - 2; axis >= 0; --axis) { // the next of the outer axes
                Index& index = at[static_cast<std::size_t>(axis)];
                from += strideOf(axis);
                if (++index < result[axis])
                    break;
                from -= strideOf(axis) * index;
                index = 0;
            }
        }
    });
}

void columnMaxima(const Tensor& x, Tensor& out)
{
    out.reset(Shape{x.columns()}, x.format());
    onCarrier(x, [&]<class T>(T) {
        const T* from = TensorValues::of<T>(x);
        T* to = TensorValues::of<T>(out);
        std::copy_n(from, x.columns(), to);
        const Index columns = x.columns();
        for (const T* row = from + columns; row < from + x.size(); row += columns)
            for (Index c = 0; c < columns; ++c)
                to[c] = row[c] > to[c] || std::isnan(row[c]) ? row[c] : to[c];
    });
}

void broadcastTo(const Tensor& x, const Shape& shape, Tensor& out)
{
    const int more = shape.rank() - x.shape().rank();
    check(more >= 0 && &x != &out, "[broadcastTo] to as many axes or more, out of place");
    std::array<Index, Shape::kMaxRank> strides{}; // of x; 0: it is repeated
    Index stride = 1;
    for (int axis = shape.rank(); axis-- > more;) {
        const Index extent = x.shape()[axis - more];
        check(extent == 1 || extent == shape[axis], "[broadcastTo] axes fit, or are 1");
        strides[static_cast<std::size_t>(axis)] = extent == 1 ? 0 : stride;
        stride *= extent;
    }
    // The last axes that x has whole move as one run, or those that it has not are filled with one number.
    int first = shape.rank();
    Index run = 1;
    const auto isWhole
        = [&](int axis) { return shape[axis] == 1 || strides[static_cast<std::size_t>(axis)] != 0; };
    const bool copies = first == 0 || isWhole(first - 1);
    while (first > 0 && (shape[first - 1] == 1 || isWhole(first - 1) == copies))
        run *= shape[--first];
    out.reset(shape, x.format());
    onCarrier(x, [&]<class T>(T) {
        const T* from = TensorValues::of<T>(x);
        T* to = TensorValues::of<T>(out);
        const T* const end = to + out.size();
        std::array<Index, Shape::kMaxRank> at{};
        for (; to != end; to += run) {
            if (copies)
                std::copy_n(from, run, to);
            else
                std::fill_n(to, run, *from);
            for (int axis = first - 1; axis >= 0; --axis) {
                const auto a = static_cast<std::size_t>(axis);
                from += strides[a];
                if (++at[a] < shape[axis])
                    break;
                from -= strides[a] * at[a];
                at[a] = 0;
            }
        }
    });
}

void copyColumns(const Tensor& from, Tensor& to, const ColumnCopy& copy)
{
    check(from.format() == to.format(), "[copyColumns] one format");
    check(copy.rows * copy.fromWidth <= from.size() && copy.rows * copy.toWidth <= to.size()
            && copy.fromColumn + copy.width <= copy.fromWidth && copy.toColumn + copy.width <= copy.toWidth,
        "[copyColumns] inside the tensors");
    onCarrier(from, [&]<class T>(T) {
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
    // Kept by the thread, so that a step allocates nothing.
    thread_local Tensor leftMatrix;
    thread_local Tensor rightMatrix;
    thread_local Tensor product;
    for (Index i = 0; i < count; ++i) {
        copyPiece(a, i * left.elements(), left, leftMatrix);
        copyPiece(b, i * right.elements(), right, rightMatrix);
        matmul(arithmetic, leftMatrix, rightMatrix, transpose, product);
        placePiece(product, out, i * product.size());
        if (arithmetic.watch() != nullptr)
            arithmetic.watch()->moved(
                arithmetic, product, out, [&](Index element) { return i * product.size() + element; });
    }
}

void sequentialSums(const Tensor& x, Index outer, Index summed, Index inner, Tensor& out)
{
    check(x.format() == carrierFormat(x.format()), "[sequentialSums] nothing to round");
    out.reset(Shape{outer, inner}, x.format());
    out.fill(0);
    onCarrier(x, [&]<class T>(T) {
        const T* in = TensorValues::of<T>(x);
        T* sums = TensorValues::of<T>(out);
        // Several rows at once: one addition waits for the one before it.
        constexpr Index kRows = 8;
        for (; inner == 1 && outer >= kRows; outer -= kRows, in += kRows * summed, sums += kRows) {
            std::array<T, kRows> row{};
            for (Index k = 0; k < summed; ++k)
                for (Index r = 0; r < kRows; ++r)
                    row[static_cast<std::size_t>(r)] += in[r * summed + k];
            std::ranges::copy(row, sums);
        }
        for (Index o = 0; o < outer; ++o, sums += inner)
            for (Index k = 0; k < summed; ++k, in += inner)
                for (Index i = 0; i < inner; ++i)
                    sums[i] += in[i];
    });
}

} // namespace ulpscope
