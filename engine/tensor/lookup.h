// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a table by number, and back.
#pragma once

#include "engine/tensor/ops.h"

#include <span>

namespace ulpscope {

/// The behaviour of jnp.take for an id without a row in the table.
inline constexpr Index kNoRow = -1;

/// The row of so many that an id names: it is cut off to an integer, and counts from the end below zero.
Index namedRow(double id, Index rows);

/// out[i] = table[ids[i]]; NaN for kNoRow. table: [rows, columns]   out: [ids, columns]
void takeRows(const Tensor& table, std::span<const Index> ids, Tensor& out);

/// out[r] = sum over i with ids[i] = r of x[i], each addition rounded to the format of x, in the order of i.
/// x: [ids, columns]   out: [rows, columns]
void addToRows(Arithmetic& arithmetic, const Tensor& x, std::span<const Index> ids, Index rows, Tensor& out);

} // namespace ulpscope
