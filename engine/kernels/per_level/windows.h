// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of convolution and pooling.
#pragma once

#include "engine/kernels/kernel_table.h"

namespace ulpscope::kernels {

template <class T>
void addWindows(CarrierKernels<T>& table);

} // namespace ulpscope::kernels
