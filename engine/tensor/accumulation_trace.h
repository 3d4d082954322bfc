// SPDX-License-Identifier: GPL-3.0-or-later
// How one sum or dot product grows, element by element, in an accumulator and exactly: what a plot of stagnation shows.
#pragma once

#include "engine/base/philox.h"
#include "engine/kernels/accumulator.h"
#include "engine/kernels/grid.h"
#include "engine/tensor/arithmetic.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ulpscope {

struct AccumulationTrace
{
    std::vector<std::int64_t>
        counts; ///< how many terms each point is the sum of; rising, the last is all of them
    std::vector<double> partial; ///< result of the accumulator if the sum ended there
    std::vector<double> exact; ///< the same result without rounding errors, to float64
    double result = 0;
    double exactResult = 0;
    /// How many terms had been added when the sum changed for the last time, if terms that are not zero came after it;
    /// else, or where the sum left the finite numbers, -1.
    std::int64_t stalledAt = -1;
    /// How many terms that are not zero left the sum as it was; nothing where terms do not go into one running sum
    /// (pairwise, chunked).
    std::optional<std::int64_t> absorbed;
    RoundingCounts events; ///< events of the accumulator's roundings; also added to the arithmetic's
};

/// The sum of `values`, which are values of `inputs`, at every element or at about `points` evenly spaced ones. Kinds
/// that are matrix products by nature (tensor cores, float32, float64, int32) sum the products with ones.
/// checkOperands(accumulator, inputs) must have succeeded.
AccumulationTrace traceSum(Arithmetic& arithmetic, const Format& inputs, std::span<const double> values,
    const Accumulator& accumulator, std::size_t points, const RandomKey& key = {});

/// The dot product of a and b, which have the same length, with the same bits as matmul() of a row and a column.
AccumulationTrace traceDot(Arithmetic& arithmetic, const Format& inputs, std::span<const double> a,
    std::span<const double> b, const Accumulator& accumulator, std::size_t points, const RandomKey& key = {});

} // namespace ulpscope
