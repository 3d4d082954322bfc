// SPDX-License-Identifier: GPL-3.0-or-later
// Every metric of a tensor's elements, for sampled steps. Orders of summation are fixed, so that results are the same at
// every x86-64 level.
#pragma once

#include "engine/kernels/kernel_table.h"

namespace ulpscope::kernels {

template <class T>
void addDetails(CarrierKernels<T>& table);

} // namespace ulpscope::kernels
