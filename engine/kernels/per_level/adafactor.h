// SPDX-License-Identifier: GPL-3.0-or-later
// Adafactor's update, whose second moment is the product of row and column means.
#pragma once

#include "engine/kernels/kernel_table.h"

namespace ulpscope::kernels {

/// state: velocity, as the variable, and of a matrix row means and column means: its shape without the last axis and
/// without the one before. scalars: rho (min(learning rate, 1 / sqrt(t))), beta 2, 1 - beta 2, epsilon 1, epsilon 2, the
/// threshold of clipping.
template <class T>
UpdateSize adafactor(const UpdateOperands<T>& operands, const Grid<T>& grid, RoundingCounts& counts);

} // namespace ulpscope::kernels
