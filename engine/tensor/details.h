// SPDX-License-Identifier: GPL-3.0-or-later
// Every metric of a tensor, and every measure of its error against float64: for sampled steps. They cost more than
// statistics() and compare() of ops.h, which serve where each step is measured.
#pragma once

#include "engine/kernels/kernel_table.h"
#include "engine/tensor/arithmetic.h"
#include "engine/tensor/tensor.h"

namespace ulpscope {

/// Metrics from one pass over a tensor.
struct TensorMetrics
{
    TensorDetail detail;
    ExponentBins exponents{}; ///< exponents of the elements divided by their scale
    ComparisonDetail comparison; ///< empty without a reference
};

/// Metrics of x, whose elements are multiplied by `scale`. reference: null, or float64, unscaled and of the same size.
void measure(const Arithmetic& arithmetic, const Tensor& x, double scale, const Tensor* reference,
    TensorMetrics& metrics);

/// A variable's stored values before an update and after it.
struct StoredChange
{
    const Tensor* before = nullptr;
    const Tensor* after = nullptr;
};

/// Metrics of after - before as float64, exact but for variables in float64. reference: no tensors, or both in float64.
void measureChange(const Arithmetic& arithmetic, const StoredChange& change, const StoredChange& reference,
    TensorMetrics& metrics);

/// candidate / scale against `reference`, which must be float64 and of the same size.
ComparisonDetail compareDetail(
    const Arithmetic& arithmetic, const Tensor& candidate, double scale, const Tensor& reference);

/// 10 log10(sum b^2 / sum (a - b)^2) in dB: infinity without error, NaN where a NaN makes it so or both are zero.
double sqnr(const Comparison& comparison);
/// sum a b / sqrt(sum a^2 sum b^2), in [-1, 1]; 1 if both are all zero, NaN if one is.
double cosineSimilarity(const ComparisonDetail& comparison);
/// Largest |a - b| in units in the last place of `format` at b.
double maxUlpError(const ComparisonDetail& comparison, const Format& format);

} // namespace ulpscope
