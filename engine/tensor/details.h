// SPDX-License-Identifier: GPL-3.0-or-later
// Every figure of a tensor, and every measure of its error against float64: for sampled steps. They cost more than
// statistics() and compare() of ops.h, which serve where each step is measured.
#pragma once

#include "engine/kernels/kernel_table.h"
#include "engine/tensor/tensor.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ulpscope {

/// Every figure of one tensor. Sums and extremes are of finite elements.
struct TensorDetail
{
    double amax = 0;
    double amin = 0; ///< smallest magnitude that is not zero; 0 if there is none
    double sum = 0;
    double squares = 0; ///< sum of squares
    std::int64_t zeros = 0;
    std::int64_t subnormals = 0; ///< not zero, below the smallest normal magnitude
    std::int64_t saturated = 0; ///< finite, at the format's largest magnitude
    std::int64_t nans = 0;
    std::int64_t positiveInfinities = 0;
    std::int64_t negativeInfinities = 0;
};

/// Comparison, and what SQNR, cosine similarity and the error in units in the last place need.
struct ComparisonDetail : Comparison
{
    double squaredCandidate = 0; ///< sum of a^2
    double dot = 0; ///< sum of a b
    /// Largest |a - b| / 2^(exponent of b, at least that of the smallest normal number); NaN if an element is. Times
    /// 2^mantissaBits it is in ulp.
    double maxBinadeError = 0;
};

/// How many magnitudes lie in each binade: bin i counts 2^(i + kFirstExponent) <= |x| < twice that. What lies outside
/// is in the first and the last bin; zero, NaN and infinities in none.
inline constexpr int kFirstExponent = -150;
inline constexpr int kLastExponent = 128;
inline constexpr std::size_t kExponentBins = kLastExponent - kFirstExponent + 1;
using ExponentBins = std::array<std::uint32_t, kExponentBins>;

TensorDetail detailOf(const Tensor& x);

/// candidate / scale against `reference`, which must be float64 and of the same size.
ComparisonDetail compareDetail(const Tensor& candidate, double scale, const Tensor& reference);

/// Adds to `bins` the binades of the elements divided by `scale`.
void countExponents(const Tensor& x, double scale, ExponentBins& bins);

/// 10 log10(sum b^2 / sum (a - b)^2) in dB: infinity without error, NaN where a NaN makes it so or both are zero.
double sqnr(const Comparison& comparison);
/// sum a b / sqrt(sum a^2 sum b^2), in [-1, 1]; 1 if both are all zero, NaN if one is.
double cosineSimilarity(const ComparisonDetail& comparison);
/// Largest |a - b| in units in the last place of `format` at b.
double maxUlpError(const ComparisonDetail& comparison, const Format& format);

} // namespace ulpscope
