// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/accumulation_trace.h"

#include "engine/base/check.h"
#include "engine/dtype/formats.h"
#include "engine/kernels/kernel_table.h"
#include "engine/kernels/running_sum.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ulpscope {

namespace {

/// 1, ..., n in about `points` equal steps; the last is n.
std::vector<std::int64_t> spacedCounts(std::size_t n, std::size_t points)
{
    const std::size_t count = std::min(n, std::max<std::size_t>(points, 1));
    std::vector<std::int64_t> result;
    for (std::size_t i = 1; i <= count; ++i) // i n / count without overflow
        result.push_back(static_cast<std::int64_t>(n / count * i + n % count * i / count));
    return result;
}

/// Finds where a sum stood still while terms that are not zero went on.
class StallFinder
{
public:
    /// compensation: what is not in the value, but not lost either.
    void next(std::int64_t count, double value, bool termIsZero, double compensation = 0)
    {
        const bool changed = compensation != m_compensation
            || (std::bit_cast<std::uint64_t>(value) != std::bit_cast<std::uint64_t>(m_value)
                && !(std::isnan(value) && std::isnan(m_value)));
        if (changed) {
            m_lastChange = count;
            m_ignored = 0;
        } else if (!termIsZero) {
            ++m_ignored;
        }
        m_value = value;
        m_compensation = compensation;
    }
    std::int64_t stalledAt() const { return m_ignored > 0 && std::isfinite(m_value) ? m_lastChange : -1; }
    /// How many of them there have been since the last change.
    std::int64_t ignored() const { return m_ignored; }

private:
    double m_value = 0;
    double m_compensation = 0;
    std::int64_t m_lastChange = 0;
    std::int64_t m_ignored = 0; ///< terms that are not zero since then
};

void traceByTerms(
    AccumulationPlan plan, std::span<const double> a, std::span<const double> b, AccumulationTrace& trace)
{
    plan.exactMode = RoundingMode::NearestEven;
    RunningSum sum(plan, {0, 0, 1, static_cast<Index>(a.size())});
    StallFinder stall;
    std::int64_t absorbed = 0;
    auto point = trace.counts.begin();
    for (std::size_t i = 0; i < a.size(); ++i) {
        sum.add(a[i], b[i]);
        const auto count = static_cast<std::int64_t>(i) + 1;
        const bool isExact = plan.kind == AccumulatorKind::Exact; // and never absorbs anything
        const double value = isExact && count != *point ? 0 : sum.value();
        const std::int64_t ignored = stall.ignored();
        if (!isExact) {
            stall.next(count, value, a[i] == 0 || b[i] == 0, sum.compensation());
            absorbed += stall.ignored() > ignored ? 1 : 0;
        }
        if (count == *point) {
            trace.partial.push_back(value);
            ++point;
        }
    }
    trace.stalledAt = stall.stalledAt();
    if (plan.kind != AccumulatorKind::Pairwise && plan.kind != AccumulatorKind::Chunked)
        trace.absorbed = absorbed;
    trace.events = sum.counts();
}

/// In T, to which the operands are rounded first, as a product's kernel does it (kernels/per_level/gemm.cpp).
template <class T>
void traceFused(std::span<const double> a, std::span<const double> b, AccumulationTrace& trace)
{
    const auto carried = [](std::span<const double> values) {
        std::vector<double> result;
        for (const double value : values)
            result.push_back(static_cast<double>(static_cast<T>(value)));
        return result;
    };
    const Format& format = std::is_same_v<T, float> ? float32Format() : float64Format();
    const Accumulator fused = *accumulatorByName("fma-sequential:" + std::string(format.name));
    traceByTerms(makePlan(fused, format, format, {}), carried(a), carried(b), trace);
}

void addExactSums(std::span<const double> a, std::span<const double> b, AccumulationTrace& trace)
{
    ExactSum exact;
    std::size_t i = 0;
    for (const std::int64_t count : trace.counts) {
        for (; i < static_cast<std::size_t>(count); ++i)
            exact.addProduct(a[i], b[i]);
        trace.exact.push_back(exact.rounded());
    }
    trace.exactResult = exact.rounded();
}

} // namespace

AccumulationTrace traceDot(Arithmetic& arithmetic, const Format& inputs, std::span<const double> a,
    std::span<const double> b, const Accumulator& accumulator, std::size_t points, const RandomKey& key)
{
    checkEqual(b.size(), a.size(), "[traceDot] elements");
    AccumulationTrace trace;
    trace.counts = spacedCounts(a.size(), points);
    if (accumulator.kind == AccumulatorKind::Float32)
        traceFused<float>(a, b, trace);
    else if (accumulator.kind == AccumulatorKind::Float64)
        traceFused<double>(a, b, trace);
    else
        traceByTerms(makePlan(accumulator, inputs, inputs, key, static_cast<Index>(a.size())), a, b, trace);
    addExactSums(a, b, trace);
    trace.result = trace.partial.empty() ? 0 : trace.partial.back();
    arithmetic.counts() += trace.events;
    return trace;
}

AccumulationTrace traceSum(Arithmetic& arithmetic, const Format& inputs, std::span<const double> values,
    const Accumulator& accumulator, std::size_t points, const RandomKey& key)
{
    // A product with one is exact and its rounding to the format of the sums is what a sum does to its terms.
    const std::vector<double> ones(values.size(), 1.0);
    return traceDot(arithmetic, inputs, values, ones, accumulator, points, key);
}

} // namespace ulpscope
