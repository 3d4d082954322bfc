// SPDX-License-Identifier: GPL-3.0-or-later
// Into how many slices cuBLAS cuts the sums of a product on an H200 (driver 580.159.04, CUDA 13.0, torch 2.11.0, 2026-11-27), each
// one chain of its tensor core. The rule behind 1,392 products of float16 and bfloat16, in tests/golden/cublas_slices.csv: it
// depends on K and on the number of blocks of 64 x 32 results. Held against that file by tests/golden/tst_cublas_slices.cpp.
#pragma once

#include <cstdint>
#include <optional>

namespace ulpscope {

/// The products of a Linear layer, by how their operands lie in memory.
enum class LinearProduct : std::uint8_t {
    Forward, ///< x W^T
    WeightGradient, ///< g^T x
    InputGradient, ///< g W
};

/// Slices of a product [m, k] by [k, n] of float16 or bfloat16; nothing where no measured shape tells.
std::optional<int> cublasSlices(
    LinearProduct product, bool isBfloat16, std::int64_t m, std::int64_t n, std::int64_t k);

} // namespace ulpscope
