// SPDX-License-Identifier: GPL-3.0-or-later
// An equation of EinsumDense as matrix products on permuted tensors: "abc,cde->abde" contracts c and keeps the rest. The
// forms, the shapes and what is refused are those of _analyze_einsum_string in keras/src/layers/core/einsum_dense.py.
#pragma once

#include "engine/base/result.h"
#include "engine/tensor/shape.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ulpscope {

/// Every axis is of one kind: summed over the input alone; a piece, in input, kernel and output, each with a product of its
/// own; a row, in input and output; contracted, in input and kernel; a unit, in kernel and output.
struct EinsumProduct
{
    Shape kernel; ///< in the equation's order
    Shape bias; ///< empty without one
    Shape output; ///< of one example

    /// Axis i of the reordered tensor is axis order[i] of the tensor; with the batch, which is a row.
    std::vector<int> inputOrder; ///< [summed..., pieces..., rows..., contracted...]
    std::vector<int> kernelOrder; ///< [pieces..., contracted..., units...]
    std::vector<int> outputOrder; ///< [pieces..., rows..., units...]
    /// These undone: axis order[i] of the result is axis i of what is put back.
    std::vector<int> inputBack;
    std::vector<int> kernelBack;
    std::vector<int> outputBack;
    std::vector<std::int64_t> biasAxes; ///< of the output with its batch, in its order

    // Products of extents, and of the rows that of one example.
    Index summed = 1;
    Index pieces = 1;
    Index rows = 1;
    Index contracted = 1;
    Index units = 1;
};

/// input: of one example, without the batch, which the equation's first letter or "..." stands for. outputShape: as
/// Keras' output_shape, extents without the batch and without what "..." stands for; -1 where the input says it.
/// biasAxes: letters of the output, empty for no bias. Errors are at "equation", "output_shape", "bias_axes".
Result<EinsumProduct> einsumProduct(const std::string& equation, const std::string& biasAxes,
    std::span<const std::int64_t> outputShape, const Shape& input);

} // namespace ulpscope
