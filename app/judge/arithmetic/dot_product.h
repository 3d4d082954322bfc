// SPDX-License-Identifier: GPL-3.0-or-later
// One dot product that left a format's range: its exact value, the terms that made it, and which formats would have held it.
#pragma once

#include "engine/base/result.h"
#include "engine/dtype/format.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ulpscope {

struct DotProductTerm
{
    std::int64_t place = 0; ///< the term's place in the sum, from 0
    double left = 0;
    double right = 0;
};

struct DotProductStudy
{
    std::int64_t row = 0; ///< row of the left matrix
    std::int64_t column = 0; ///< column of the right matrix
    std::int64_t terms = 0;
    double exact = 0; ///< rounded once to float64
    double rounded = 0; ///< once to the format
    /// How many terms had been added, in their order and exactly, when the sum was beyond the format for the first time.
    std::optional<std::int64_t> passesAt;
    std::vector<DotProductTerm> largest; ///< the largest terms by magnitude, at most kLargestTerms
    /// Names of those of float16, bfloat16 and float32 whose range holds the sum.
    std::vector<std::string> finiteIn;
    /// "dot product 66246 > 65504 in float16, finite in bfloat16 (66048), terms (3, 17): ..."
    std::string sentence;

    static constexpr std::size_t kLargestTerms = 5;
};

/// a and b have as many elements, which are values as the product takes them.
DotProductStudy studyDotProduct(std::span<const double> a, std::span<const double> b, const Format& format,
    std::int64_t row = 0, std::int64_t column = 0);

/// Selects elements of a matrix product: each element whose exact value is not finite in the format, by row and column; the sums of the
/// first `most` are studied.
struct ProductRange
{
    std::uint64_t elements = 0;
    std::uint64_t beyond = 0;
    std::uint64_t fromOperands = 0; ///< sums that are not finite because an operand is not
    double largest = 0; ///< magnitude of what is finite in float64
    std::vector<DotProductStudy> studies;
};

/// left: [rows, terms]; right: [terms, columns], or [columns, terms] where it is transposed. Operands are rounded to `operands` first.
/// An error if the extents do not fit or there are more than 2^36 multiply-adds.
Result<ProductRange> productRange(std::span<const double> left, std::int64_t rows,
    std::span<const double> right, std::int64_t columns, bool isTransposed, const Format& operands,
    const Format& output, std::size_t most = 1);

} // namespace ulpscope
