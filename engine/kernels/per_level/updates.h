// SPDX-License-Identifier: GPL-3.0-or-later
// Variable updates of the optimizers, fused over one pass, rounded after each operation.
#pragma once

#include "engine/kernels/kernel_table.h"

namespace ulpscope::kernels {

template <class T>
void addUpdates(CarrierKernels<T>& table);

} // namespace ulpscope::kernels
