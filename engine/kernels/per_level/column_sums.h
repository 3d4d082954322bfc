// SPDX-License-Identifier: GPL-3.0-or-later
// Sums over all axes but the last, each addition rounded.
#pragma once

#include "engine/kernels/kernel_table.h"

namespace ulpscope::kernels {

template <class T>
void addColumnSums(CarrierKernels<T>& table);

} // namespace ulpscope::kernels
