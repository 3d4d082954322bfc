// SPDX-License-Identifier: GPL-3.0-or-later
// Adafactor's update, whose second moment is the product of row and column means.
#pragma once

#include "engine/kernels/kernel_table.h"

namespace ulpscope::kernels {

template <class T>
void addAdafactor(CarrierKernels<T>& table);

} // namespace ulpscope::kernels
