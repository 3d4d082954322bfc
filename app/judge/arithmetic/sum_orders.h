// SPDX-License-Identifier: GPL-3.0-or-later
// One sum or dot product in the orders and accumulators that libraries choose between, by the shape of a batch or the processor:
// how far the results lie apart.
#pragma once

#include "engine/base/message.h"
#include "engine/base/result.h"
#include "engine/kernels/accumulator.h"
#include "engine/kernels/kernels.h"

#include <span>
#include <string>
#include <vector>

namespace ulpscope {

struct SumOrder
{
    Message title; ///< "split in 4 parts (split-k)"
    std::string
        accumulator; ///< a name that accumulatorByName() reads; with isReversed, over the terms from the last on
    bool isReversed = false;
    double result = 0; ///< rounded once to the output's format
    double errorInUlps
        = 0; ///< result - exact, in units in the last place of the output's format at the exact result; NaN where one is not finite
    std::int64_t stalledAt = -1; ///< AccumulationTrace::stalledAt
};

struct SumOrders
{
    double exact = 0; ///< rounded once to float64
    double exactRounded = 0; ///< the exact sum, rounded to the output's format
    std::vector<SumOrder> orders;
    double spreadInUlps = 0; ///< between the largest and the least finite result, in the same units
    std::size_t differentResults = 0; ///< how many of them there are
};

/// a and b: values of `operands`, as many of each; b empty: the sum of a. sums: what partial sums are rounded to in the orders that
/// are no tensor core's. Tensor cores that do not take the operands are left out.
SumOrders sumOrders(const Kernels& kernels, const Format& operands, const Format& sums, const Format& output,
    std::span<const double> a, std::span<const double> b);

} // namespace ulpscope
