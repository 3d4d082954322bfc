// SPDX-License-Identifier: GPL-3.0-or-later
// Operations on tensors. Each modelled operation rounds exactly once, to the format named or to that of its operands,
// which all share one carrier; only a cast changes it. `out` is reset by the operation and may not be an operand,
// unless it says "in place".
#pragma once

#include "engine/kernels/accumulator.h"
#include "engine/kernels/kernel_table.h"
#include "engine/tensor/arithmetic.h"
#include "engine/tensor/arithmetic_rules.h"
#include "engine/tensor/scalar_ops.h"
#include "engine/tensor/tensor.h"

#include <span>

namespace ulpscope {

struct ElementProgram; // kernels/element_program.h

/// Values of `in` rounded to `format`, straight from the carrier of `in`. `key`: whose draws a stochastic mode uses.
void cast(Arithmetic& arithmetic, const Tensor& in, const Format& format, Tensor& out,
    const Rounding& rounding = {}, const RandomKey& key = {});

/// out = in in that format, which may be its own.
void castOrCopy(Arithmetic& arithmetic, const Tensor& in, const Format& format, Tensor& out);

/// `in` itself if it has the format, else `storage` filled with its cast.
const Tensor& castIfNeeded(Arithmetic& arithmetic, const Tensor& in, const Format& format, Tensor& storage);

enum class Transpose : std::uint8_t { None, A, B };

/// out = a b, summed in the carrier (float32, or float64 for formats that it carries), rounded once at the end.
/// None: a [m, k], b [k, n]. A: a [k, m], b [k, n]. B: a [m, k], b [n, k]. A tensor of more axes counts as a matrix
/// whose columns are its last axis. out: [m, n].
void matmul(Arithmetic& arithmetic, const Tensor& a, const Tensor& b, Transpose transpose, Tensor& out);

/// matmul() whose result is rounded to `outFormat`, which shares the operands' carrier.
void matmul(Arithmetic& arithmetic, const Tensor& a, const Tensor& b, Transpose transpose,
    const Format& outFormat, Tensor& out);

/// Casts b to a's format and multiplies, without storing the cast, for a b whose cast no other operation needs. Both formats share a carrier.
/// isCastCounted: whether rounding b adds to the counts, or did so before.
void matmulCasting(Arithmetic& arithmetic, const Tensor& a, const Tensor& b, Transpose transpose,
    bool isCastCounted, Tensor& out);

/// out = a b, summed as the accumulator says and rounded once more to `outFormat`, which may have another carrier.
/// checkOperands() must have succeeded for both operands. `key`: whose draws stochastic sums use.
void matmul(Arithmetic& arithmetic, const Tensor& a, const Tensor& b, Transpose transpose,
    const Accumulator& accumulator, const Format& outFormat, Tensor& out, const RandomKey& key = {},
    const Rounding& outRounding = {});
/// The sum of all elements, in row-major order. The accumulator's result, not rounded further; Exact: to float64.
double sum(
    Arithmetic& arithmetic, const Tensor& x, const Accumulator& accumulator, const RandomKey& key = {});
/// out [columns] = sums of x over its rows, in x's format.
void columnSums(Arithmetic& arithmetic, const Tensor& x, const Accumulator& accumulator, Tensor& out,
    const RandomKey& key = {});

/// A chain of operations on elements, each rounded, counted where its steps say so. inputs: all but the constants, some of which may be
/// smaller; columns: of a row for these. outputs: with the shape and the formats of the program's results.
void elements(Arithmetic& arithmetic, const ElementProgram& program, std::span<const Tensor* const> inputs,
    Index columns, std::span<Tensor* const> outputs);
/// Correctly rounded in every mode. In float64 itself a mode other than nearest even gives the result rounded to odd.
void binary(Arithmetic& arithmetic, Binary op, const Tensor& a, const Tensor& b, Tensor& out,
    const Rounding& rounding = {}, const RandomKey& key = {});
/// a = a op b
void binaryInPlace(Arithmetic& arithmetic, Binary op, Tensor& a, const Tensor& b);
/// a = a op scalar; the scalar is a value of a's format.
void scalarInPlace(Arithmetic& arithmetic, Binary op, Tensor& a, double scalar);
/// a = a / divisor for a value that a framework broadcasts: in wide formats the product with its rounded reciprocal
/// (kernels/xla_rules.h). The divisor is a value of a's format.
void divideByOne(Arithmetic& arithmetic, Tensor& a, double divisor);
/// The same by a scale in float32, which is rounded to a's format first: 0 where it is less than half of its smallest value.
void divideByScale(Arithmetic& arithmetic, Tensor& a, float scale);
/// The same of one number, not rounded to the format.
double quotientByOne(const Format& format, double a, double divisor);
/// x [rows, columns] += row [columns], in place.
void addRow(Arithmetic& arithmetic, Tensor& x, const Tensor& row);
/// out [columns] = sums of x over all axes but the last, in x's format: in windows of 32 along each axis and then of these,
/// as XLA adds on a CPU. rowsAreOne: as if these axes were one, where none is longer than a window.
void columnSums(Arithmetic& arithmetic, const Tensor& x, Tensor& out,
    SumRounding rounding = SumRounding::EachAddition, bool rowsAreOne = false);

TensorStatistics statistics(const Arithmetic& arithmetic, const Tensor& x);
/// Part of it; at no cost for what a cast or a product just made.
FiniteRange finiteRange(const Arithmetic& arithmetic, const Tensor& x);
bool allFinite(const Arithmetic& arithmetic, const Tensor& x);
/// How many elements have a larger magnitude than `limit`, a value of their carrier; infinities do, NaN does not.
std::int64_t countAbove(const Arithmetic& arithmetic, const Tensor& x, double limit);
/// candidate / scale against `reference`, which must be float64 and of the same size.
Comparison compare(
    const Arithmetic& arithmetic, const Tensor& candidate, double scale, const Tensor& reference);
/// ||a - b|| / ||b||; 0/0 is 0, x/0 is infinity; NaN where a NaN or infinity makes it so.
double relativeError(const Comparison& comparison);

} // namespace ulpscope
