// SPDX-License-Identifier: GPL-3.0-or-later
// What numbers would lose in another format: cast and compared a piece at a time, which stays in the cache. Nothing of the
// array's size is made, but where the scale of blocks is of more than a piece.
#pragma once

#include "engine/dtype/block_array.h"
#include "engine/dtype/rounding.h"
#include "engine/kernels/kernel_table.h"
#include "engine/tensor/arithmetic.h"
#include "engine/tensor/shape.h"

#include <span>

namespace ulpscope {

/// Rounded once each, as roundToFormat() does; stochastic modes without a draw, R = 0.
CastLoss castLoss(const Arithmetic& arithmetic, std::span<const double> values, const Format& format,
    const Rounding& rounding);

/// float32(float32(float32(x) scale) rounded to the format) (1 / scale)), as operands with a stored scale are cast.
CastLoss scaledCastLoss(const Arithmetic& arithmetic, std::span<const double> values, const Format& format,
    const Rounding& rounding, float scale);

/// Quantized by blocks along `axis` of the shape and dequantised, in float32 where that has all of `stored`, the values'
/// format, else in float64. layOutBlocks() of the shape is not an error. Nothing saturates, and `worst` is of no format.
CastLoss blockCastLoss(Arithmetic& arithmetic, std::span<const double> values, const Shape& shape,
    const Format& stored, const BlockFormat& format, int axis, const BlockOptions& options = {});

/// Largest error in units in the last place of the format that the values were rounded to.
double maxUlpError(const CastLoss& loss, const Format& format);

} // namespace ulpscope
