// SPDX-License-Identifier: GPL-3.0-or-later
// Sums over all axes but the last, each addition rounded.
#pragma once

#include "engine/kernels/kernel_table.h"

namespace ulpscope::kernels {

template <class T>
void addColumnSums(CarrierKernels<T>& table);

/// Implements KernelTable's entry of this name.
template <class T>
void columnSums(const T* x, T* out, const Index* extents, int axes, Index columns, const Grid<T>& grid,
    RoundingCounts& counts);

} // namespace ulpscope::kernels
