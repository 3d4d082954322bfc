// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/per_level/reductions.h"

#include <Eigen/Core>

namespace ulpscope::kernels {

namespace {

template <class T>
void gemm(bool transposeA, bool transposeB, Index m, Index n, Index k, const T* a, const T* b, T* out)
{
    using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    using ConstMap = Eigen::Map<const Matrix>;
    Eigen::Map<Matrix> result(out, m, n);
    const ConstMap left(a, transposeA ? k : m, transposeA ? m : k);
    const ConstMap right(b, transposeB ? n : k, transposeB ? k : n);
    if (transposeA && transposeB)
        result.noalias() = left.transpose() * right.transpose();
    else if (transposeA)
        result.noalias() = left.transpose() * right;
    else if (transposeB)
        result.noalias() = left * right.transpose();
    else
        result.noalias() = left * right;
}

} // namespace

template <class T>
void addGemm(CarrierKernels<T>& table)
{
    // Blocking, and with it the order of summation, must not depend on the machine's caches.
    Eigen::setCpuCacheSizes(32 << 10, 1 << 20, 8 << 20);
    table.gemm = gemm<T>;
}

template void addGemm<float>(CarrierKernels<float>&);
template void addGemm<double>(CarrierKernels<double>&);

} // namespace ulpscope::kernels
