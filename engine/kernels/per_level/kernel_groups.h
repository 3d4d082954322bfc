// SPDX-License-Identifier: GPL-3.0-or-later
// What fills a table of kernels, a function for each group of loops. Orders of summation are fixed, so that results are the same at
// every x86-64 level.
#pragma once

#include "engine/kernels/kernel_table.h"

namespace ulpscope::kernels {

// Chains of elementwise operations.
template <class T>
void addElements(CarrierKernels<T>& table);

// Kernels of block formats.
void addBlocks(BlockKernels& table);

template <class T>
void addHadamard(CarrierKernels<T>& table);

// What a cast lost, from the numbers before and after it.
template <class T>
CastLoss castLoss(const double* before, const T* after, Index n, const CastRange& range);

// A tensor beside float64's: how far it is off, and what of it was flushed to zero.
template <class T>
void addComparisons(CarrierKernels<T>& table);

// Every metric of a tensor's elements, for sampled steps.
template <class T>
void addDetails(CarrierKernels<T>& table);

// Kernels of batch and group normalization, in float or double themselves: nothing is rounded further.
template <class T>
void addNormalization(CarrierKernels<T>& table);

// Matrix products, and the reductions behind the probes.
template <class T>
void addReductions(CarrierKernels<T>& table);

template <class T>
void addGemm(CarrierKernels<T>& table);

// Variable updates of the optimizers, fused over one pass, rounded after each operation.
template <class T>
void addUpdates(CarrierKernels<T>& table);

// Kernels of convolution and pooling.
template <class T>
void addWindows(CarrierKernels<T>& table);

} // namespace ulpscope::kernels
