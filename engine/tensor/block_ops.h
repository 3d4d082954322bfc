// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors in block formats, and the Hadamard transform that goes before NVFP4's weight gradients. The numbers are those of
// dtype/block_array.h; formats without zero point, levels and candidates go through the kernels.
#pragma once

#include "engine/dtype/block_array.h"
#include "engine/dtype/block_quantize.h"
#include "engine/tensor/arithmetic.h"
#include "engine/tensor/tensor.h"

namespace ulpscope {

/// The values of `in` that are left after quantizing by blocks along `axis` (negative: from the end) and dequantising.
/// out: shape of `in`, float32 (float64 where `in` has that carrier). scales: float32, one a block, in the layout's shape
/// for scales. Returns the tensor's own scale, 1 where the format has none. Counts what became zero and what
/// stopped being finite. The axis must be one of the tensor's, and tiles need two (layOutBlocks tells beforehand).
/// ofTensor: filled in with the amax and the scale of the whole tensor where the format has one, hasOneScale().
double quantizeBlocks(Arithmetic& arithmetic, const Tensor& in, const BlockFormat& format, int axis,
    Tensor& out, Tensor& scales, const BlockOptions& options = {}, TensorScale* ofTensor = nullptr);

/// Whether a whole tensor has one scale, its only one or one above its blocks'.
bool hasOneScale(const BlockFormat& format);

enum class HadamardDirection : std::uint8_t { Forward, Inverse };

/// The signs of the random Hadamard transform, fixed in Transformer Engine: get_wgrad_sign_vector().
std::span<const int> hadamardSigns();

/// Groups of 16 neighbours along `axis` become x S H / 4 (Forward) or x H S / 4 (Inverse), S the diagonal of the signs and
/// H Sylvester's matrix: orthogonal, so products of two transformed operands are unchanged in exact arithmetic. Summed in
/// the carrier, rounded once. The axis' length is a multiple of 16. Transformer Engine, reference_nvfp4.py.
void hadamard16(Arithmetic& arithmetic, const Tensor& in, int axis, HadamardDirection direction, Tensor& out);

} // namespace ulpscope
