// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of batch and group normalization, in float or double themselves: nothing is rounded further.
#pragma once

#include "engine/kernels/kernel_table.h"

namespace ulpscope::kernels {

template <class T>
void addNormalization(CarrierKernels<T>& table);

} // namespace ulpscope::kernels
