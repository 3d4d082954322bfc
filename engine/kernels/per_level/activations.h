// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of activation functions.
#pragma once

#include "engine/kernels/kernel_table.h"

namespace ulpscope::kernels {

template <class T>
void addActivations(CarrierKernels<T>& table);

} // namespace ulpscope::kernels
