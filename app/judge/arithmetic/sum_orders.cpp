// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/arithmetic/sum_orders.h"

#include "engine/dtype/encoding.h"
#include "engine/dtype/stored_number.h"
#include "engine/tensor/accumulation_trace.h"

#include <cmath>
#include <limits>
#include <set>

namespace ulpscope {

namespace {

/// The orders to try for this number of terms.
std::vector<SumOrder> ordersOf(std::size_t terms, const Format& operands, const Format& sums)
{
    const std::string format = ":" + std::string(sums.name);
    std::vector<SumOrder> orders{
        {.title = message("one after the other"), .accumulator = "sequential" + format},
        {.title = message("one after the other, from the last"),
            .accumulator = "sequential" + format,
            .isReversed = true},
        {.title = message("one after the other, fused"), .accumulator = "fma-sequential" + format},
        {.title = message("in pairs"), .accumulator = "pairwise" + format},
        {.title = message("compensated (Kahan)"), .accumulator = "kahan" + format}};
    for (const std::size_t parts : {2U, 4U, 8U, 16U})
        if (terms >= 2 * parts)
            orders.push_back({.title = message("split in %1 parts (split-k)").with(std::to_string(parts)),
                .accumulator = "chunked:" + std::to_string((terms + parts - 1) / parts) + format});
    for (const std::size_t tile : {32U, 128U})
        if (terms > tile)
            orders.push_back({.title = message("in tiles of %1").with(std::to_string(tile)),
                .accumulator = "chunked:" + std::to_string(tile) + format});
    for (const TensorCore& core : tensorCores())
        orders.push_back(
            {.title = Message(std::string(core.summary)), .accumulator = std::string(core.name)});
    std::erase_if(orders, [&](const SumOrder& order) {
        const Result<Accumulator> accumulator = accumulatorByName(order.accumulator);
        return !accumulator || !checkOperands(*accumulator, operands);
    });
    return orders;
}

} // namespace

SumOrders sumOrders(const Kernels& kernels, const Format& operands, const Format& sums, const Format& output,
    std::span<const double> a, std::span<const double> b)
{
    Arithmetic arithmetic(kernels);
    const auto traced
        = [&](std::span<const double> left, std::span<const double> right, const Accumulator& accumulator) {
              return b.empty() ? traceSum(arithmetic, operands, left, accumulator, 1)
                               : traceDot(arithmetic, operands, left, right, accumulator, 1);
          };
    const std::vector<double> aReversed(a.rbegin(), a.rend());
    const std::vector<double> bReversed(b.rbegin(), b.rend());
    SumOrders result;
    result.orders = ordersOf(a.size(), operands, sums);
    std::set<double> finite;
    bool isFirst = true;
    std::size_t notFinite = 0;
    for (SumOrder& order : result.orders) {
        const Accumulator accumulator = *accumulatorByName(order.accumulator);
        const AccumulationTrace trace
            = order.isReversed ? traced(aReversed, bReversed, accumulator) : traced(a, b, accumulator);
        if (isFirst) {
            isFirst = false;
            result.exact = trace.exactResult;
            result.exactRounded = storeNumber(output, trace.exactResult).stored;
        }
        order.result = storeNumber(output, trace.result).stored;
        order.stalledAt = trace.stalledAt;
        const bool isFinite = std::isfinite(order.result) && std::isfinite(result.exact);
        order.errorInUlps = isFinite ? (order.result - result.exact) / ulp(output, result.exact)
                                     : std::numeric_limits<double>::quiet_NaN();
        if (std::isfinite(order.result))
            finite.insert(order.result);
        else
            notFinite = 1;
    }
    if (!finite.empty() && std::isfinite(result.exact))
        result.spreadInUlps = (*finite.rbegin() - *finite.begin()) / ulp(output, result.exact);
    result.differentResults = finite.size() + notFinite;
    return result;
}

} // namespace ulpscope
