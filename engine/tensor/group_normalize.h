// SPDX-License-Identifier: GPL-3.0-or-later
// Normalization of columns by groups, over rows: what batch and group normalization have in common. In float32 or float64
// themselves: there the carrier's arithmetic is the format's.
#pragma once

#include "engine/kernels/kernel_table.h"
#include "engine/tensor/arithmetic.h"
#include "engine/tensor/normalize.h"

namespace ulpscope {

/// mean and variance: [outer, columns], those of each group at all its columns.
void groupMoments(Arithmetic& arithmetic, const Tensor& x, const NormalizationGroups& groups, Tensor& mean,
    Tensor& variance);

/// The factors that x is scaled and shifted by, kept between steps.
struct NormalizationFactors
{
    Tensor inverse; ///< 1 / sqrt(variance + epsilon): [outer, columns]
    Tensor scale;
    Tensor shift;
};

/// out = x inverse gamma + (beta - mean inverse gamma) in Keras' order; gamma, beta: [columns] or null.
void normalizeGroups(Arithmetic& arithmetic, const Tensor& x, const NormalizationGroups& groups,
    const Tensor& mean, const Tensor& variance, const Tensor* gamma, const Tensor* beta, double epsilon,
    NormalizationFactors& factors, Tensor& out);

struct GroupGradients
{
    NormalizationGradients of;
    Tensor sums; ///< sums of the output gradient, [outer, columns]
    Tensor weighted;
};

/// Must follow normalizeGroups() with moments of x, because it uses the factors computed there.
void normalizeGroupsGradient(Arithmetic& arithmetic, const Tensor& x, const NormalizationGroups& groups,
    const Tensor& mean, const Tensor* gamma, const NormalizationFactors& factors,
    const Tensor& outputGradient, GroupGradients& gradients);

} // namespace ulpscope
