// SPDX-License-Identifier: GPL-3.0-or-later
// Normalization of rows as torch.layer_norm computes it in float32 on CUDA: aten/src/ATen/native/cuda/layer_norm_kernel.cu,
// vectorized_layer_norm_kernel, layer_norm_grad_input_kernel_vectorized and GammaBetaBackwardCUDAKernelTemplate. Which products and
// sums are fused was found from what an H200 computed for 64 rows of 128 (tests/golden/hopper_trainings).
#pragma once

#include "engine/tensor/normalize.h"

namespace ulpscope {

/// Columns that one warp takes at once, four a lane; rows of more are added up by several warps, which is not modelled.
inline constexpr Index kCudaRowColumns = 128;

/// As normalizeRows(). x: [rows, kCudaRowColumns] in float32
void cudaNormalizeRows(const Tensor& x, const Tensor& gamma, const Tensor& beta, double epsilon, Tensor& out);

/// As normalizeRowsGradient(); sums over rows stay float32.
void cudaNormalizeRowsGradient(const Tensor& x, const Tensor& gamma, double epsilon,
    const Tensor& outputGradient, NormalizationGradients& gradients);

} // namespace ulpscope
