// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor beside float64's: how far it is off, and what of it was flushed to zero. Orders of summation are fixed, so that results
// are the same at every x86-64 level.
#pragma once

#include "engine/kernels/kernel_table.h"

namespace ulpscope::kernels {

template <class T>
void addComparisons(CarrierKernels<T>& table);

} // namespace ulpscope::kernels
