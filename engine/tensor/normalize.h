// SPDX-License-Identifier: GPL-3.0-or-later
// Normalization of rows, in float32 or float64 themselves: there the carrier's arithmetic is the format's.
#pragma once

#include "engine/tensor/arithmetic.h"
#include "engine/tensor/tensor.h"

namespace ulpscope {

/// result_type(format, float32) in Keras: float64 stays, every other becomes float32.
const Format& atLeastFloat32(const Format& format);

/// out = (x - mean) / sqrt(variance + epsilon) gamma + beta over each row, in Keras' order:
/// inverse = 1 / sqrt(variance + epsilon) gamma, out = x inverse + (beta - mean inverse).
/// x: [rows, columns] in float32 or float64, gamma and beta: [columns] in the same format, or null.
void normalizeRows(const Tensor& x, const Tensor* gamma, const Tensor* beta, double epsilon, Tensor& out);

struct NormalizationGradients
{
    Tensor input; ///< [rows, columns]
    Tensor gamma; ///< [columns], in the format of the sums; so beta
    Tensor beta;
};

/// sums: what the sums over rows, gamma's and beta's gradients, are rounded to after each row, which is counted; x's format for not
/// at all.
void normalizeRowsGradient(Arithmetic& arithmetic, const Tensor& x, const Tensor* gamma, double epsilon,
    const Tensor& outputGradient, const Format& sums, NormalizationGradients& gradients);

/// out = x / sqrt(mean(x^2) + epsilon) scale over each row, the two products in this order. scale: [columns].
void rmsNormalizeRows(const Tensor& x, const Tensor& scale, double epsilon, Tensor& out);

/// inputGradient: like x; scaleGradient: [columns].
void rmsNormalizeRowsGradient(const Tensor& x, const Tensor& scale, double epsilon,
    const Tensor& outputGradient, Tensor& inputGradient, Tensor& scaleGradient);

} // namespace ulpscope
