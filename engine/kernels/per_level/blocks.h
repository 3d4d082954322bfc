// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of block formats.
#pragma once

#include "engine/kernels/kernel_table.h"

namespace ulpscope::kernels {

void addBlocks(BlockKernels& table);

template <class T>
void addHadamard(CarrierKernels<T>& table);

} // namespace ulpscope::kernels
