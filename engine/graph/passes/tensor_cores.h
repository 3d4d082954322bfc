// SPDX-License-Identifier: GPL-3.0-or-later
// Products of float16 and bfloat16 as cuBLAS computes them on an H200: chains of its tensor cores, in as many slices as
// kernels/cublas_slices.h has. tests/golden/tst_hopper_trainings holds them against recordings of that GPU.
#pragma once

#include "engine/graph/passes/kernel_products.h"

namespace ulpscope::graph {

/// Which axis of a kernel lies last in memory, by which cuBLAS chooses how it sums.
enum class KernelLayout : std::uint8_t {
    UnitsLast, ///< Keras'
    FeaturesLast, ///< that of PyTorch's Linear
};

/// Its tensor core for that format, and how its sums are put together, such as ":slices:3"; null for a format that it does not take here.
std::shared_ptr<const SummedBy> hopperCore(const Format& format, const std::string& manner);

/// Slices of a layer's product; nothing where no measured shape tells.
std::optional<int> slicesOnHopper(
    KernelProduct product, KernelLayout kernel, bool isBfloat16, Index rows, Index features, Index units);

/// After what an override says of a product's sum, which it keeps. A product of no measured shape has one slice.
Graph tensorCores(const Graph& before, KernelLayout kernel);

} // namespace ulpscope::graph
