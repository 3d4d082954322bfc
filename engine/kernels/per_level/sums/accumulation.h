// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products in all accumulators but float32 and float64 (gemm.cpp). Each gives the bits of RunningSum (kernels/running_sum.h)
// for every element, whatever the level and the shape. out: [m, n], row-major, not yet rounded to an output format;
// Exact: to odd. NaNs come out as one positive quiet NaN.
#pragma once

#include "engine/kernels/accumulation_plan.h"
#include "engine/kernels/kernel_arguments.h"
#include "engine/kernels/kernel_table.h"

namespace ulpscope::kernels {

/// Sequential and Chunked in registers, many columns at once; false where the plan is not for it.
template <class In>
bool sumInTiles(const ProductOperands<In>& operands, const AccumulationPlan& plan, double* out);

/// Any kind that rounds to a format, in any mode: a row of up to 512 columns at once.
template <class In>
void sumInBlocks(const ProductOperands<In>& operands, const AccumulationPlan& plan, double* out);

template <class In>
void sumInTensorCores(const ProductOperands<In>& operands, const AccumulationPlan& plan, double* out);

template <class In>
void sumExactly(const ProductOperands<In>& operands, const AccumulationPlan& plan, double* out);

template <class In>
void sumIntegers(const ProductOperands<In>& operands, const AccumulationPlan& plan, double* out);

/// The one of these that fits.
template <class In>
void accumulate(const ProductOperands<In>& operands, const AccumulationPlan& plan, double* out);

} // namespace ulpscope::kernels
