// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products, and the reductions behind the probes. Orders of summation are fixed, so that results are the same
// at every x86-64 level, except inside Eigen's matrix product.
#pragma once

#include "engine/kernels/kernel_table.h"

namespace ulpscope::kernels {

template <class T>
void addReductions(CarrierKernels<T>& table);

template <class T>
void addGemm(CarrierKernels<T>& table);

} // namespace ulpscope::kernels
