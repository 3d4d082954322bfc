// SPDX-License-Identifier: GPL-3.0-or-later
// Element-wise and row-wise kernels.
#pragma once

#include "engine/kernels/kernel_table.h"

namespace ulpscope::kernels {

template <class T>
void addElementwise(CarrierKernels<T>& table);

/// CarrierKernels::round
template <class T>
std::optional<FiniteRange> roundAll(
    const T* in, T* out, Index n, const Grid<T>& grid, RoundingCounts* counts);

/// CarrierKernels::binary
template <class T>
void binary(Binary op, const T* a, const T* b, T* out, Index n, const Grid<T>& grid, RoundingCounts& counts);

/// x += y, each sum rounded.
template <class T>
void addRows(T* x, const T* y, Index n, const Grid<T>& grid, RoundingCounts& counts);

void narrow(const double* in, float* out, Index n, const Grid<double>& grid, RoundingCounts* counts);
void widen(const float* in, double* out, Index n, const Grid<double>& grid, RoundingCounts* counts);

} // namespace ulpscope::kernels
