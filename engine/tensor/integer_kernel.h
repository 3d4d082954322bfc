// SPDX-License-Identifier: GPL-3.0-or-later
// Keras' integer quantization of kernels and inputs: keras/src/quantizers/quantizers.py, abs_max_quantize and
// abs_max_quantize_grouped_with_zero_point (its NumPy path). Each operation is rounded to the operand's dtype, as there;
// kernels of bfloat16 are scaled in float32, as NumPy does with ml_dtypes' type.
#pragma once

#include "engine/tensor/arithmetic.h"
#include "engine/tensor/tensor.h"

namespace ulpscope {

/// A kernel [in, units] as integers. Without blocks each column has a scale that multiplied it, and no zero point. With
/// blocks each `blockSize` rows of a column have a scale that multiplies the difference of code and zero point.
struct IntegerCodes
{
    Tensor codes; ///< [in, units], int8
    Tensor scales; ///< [units], or [blocks, units], in the kernel's format
    Tensor zeros; ///< [blocks, units], int8; empty without blocks
    Index blockSize = -1;
};

/// bits 8: codes in [-127, 127]; 4: in [-8, 7]. blockSize: of 4 bits, rows that share a scale and a zero point, the last
/// block filled up with zeros; -1: all of a column, symmetrically.
void quantizeKernel(const Tensor& kernel, int bits, Index blockSize, IntegerCodes& out);

/// BitNet's rule as Keras' Dense has it (keras/src/layers/core/dense.py, 3.16): the sign where the magnitude is above half the mean
/// magnitude, else 0; codes in {-1, 0, 1}, and one scale [1], the mean, that multiplies the product.
void quantizeTernary(const Tensor& kernel, IntegerCodes& out);

/// The kernel that the codes stand for, in `format`: scales are cast to it, then each operation is rounded to it.
void dequantizeKernel(const IntegerCodes& kernel, const Format& format, Tensor& out);

/// Each row of x, whose columns are its last axis, to int8 in [-127, 127]. scales: [rows, 1] in x's format; a code is
/// x times its row's scale.
void quantizeRows(Arithmetic& arithmetic, const Tensor& x, Tensor& codes, Tensor& scales);

} // namespace ulpscope
