// SPDX-License-Identifier: GPL-3.0-or-later
// What a cast lost, from the numbers before and after it. Orders of summation are fixed, so that results are the same at
// every x86-64 level.
#pragma once

#include "engine/kernels/kernel_table.h"

namespace ulpscope::kernels {

template <class T>
CastLoss castLoss(const double* before, const T* after, Index n, const CastRange& range);

} // namespace ulpscope::kernels
