// SPDX-License-Identifier: GPL-3.0-or-later
// The einsum equations that are one matrix product: "abc,cde->abde" contracts the last axes of the input with the first
// of the kernel. keras/src/layers/core/einsum_dense.py allows more; those are refused.
#pragma once

#include "engine/base/result.h"
#include "engine/tensor/shape.h"

#include <span>
#include <string>

namespace ulpscope {

struct EinsumProduct
{
    Shape kernel; ///< contracted extents, then the output's own
    Shape bias; ///< the output's own extents
    Shape output; ///< of one example
    Index contracted = 1; ///< the matrix product is [rows, contracted] [contracted, units]
    Index units = 1;
};

/// input: of one example, without the batch, which the equation's first letter or "..." stands for. outputShape: as
/// Keras' output_shape, extents without the batch and without what "..." stands for; -1 where the input says it.
/// biasAxes: empty, or the letters of all the output's own axes. Errors are at "equation", "output_shape", "bias_axes".
Result<EinsumProduct> einsumProduct(const std::string& equation, const std::string& biasAxes,
    std::span<const std::int64_t> outputShape, const Shape& input);

} // namespace ulpscope
