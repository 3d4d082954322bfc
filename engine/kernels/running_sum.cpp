// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/running_sum.h"

#include "engine/base/check.h"
#include "engine/dtype/formats.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

/// `nearest` + `error` to odd, where nearest is the double nearest to that sum. A result that left double's range goes
/// to its largest value, which is odd, if the operands were finite.
double toOdd(double nearest, double error, bool operandsFinite)
{
    if (std::isinf(nearest) && operandsFinite)
        return std::copysign(std::numeric_limits<double>::max(), nearest);
    if (!std::isfinite(nearest) || error == 0 || (std::bit_cast<std::uint64_t>(nearest) & 1) != 0)
        return nearest;
    return std::nextafter(nearest, error > 0 ? INFINITY : -INFINITY);
}

/// x + y = nearest + error, exactly (Knuth's TwoSum).
double sumError(double x, double y, double nearest)
{
    const double part = nearest - x;
    return (x - (nearest - part)) + (y - part);
}

constexpr int kZeroExponent = -126; ///< exponent that the cores give to zero

/// Exponent of a significand in [1, 2), or of a subnormal's, which keeps the smallest.
int exponentOf(double x, int minExponent)
{
    return x == 0 ? kZeroExponent : std::max(std::ilogb(x), minExponent);
}

/// Towards zero to float32's exponents and so many mantissa bits; too large is infinite.
double truncated(double x, int mantissaBits)
{
    constexpr int kMinExponent = -126;
    if (x == 0 || !std::isfinite(x))
        return x;
    const int spacing = std::max(std::ilogb(x), kMinExponent) - mantissaBits;
    const double result = std::ldexp(std::trunc(std::ldexp(x, -spacing)), spacing);
    return std::fabs(result) >= 0x1p128 ? std::copysign(INFINITY, x) : result + 0.0;
}

double toFloat(double x)
{
    return static_cast<double>(static_cast<float>(x));
}

double flushed(double x, int minExponent)
{
    return std::fabs(x) < std::ldexp(1.0, minExponent) ? std::copysign(0.0, x) : x;
}

/// Terms aligned at `exponent`, truncated towards zero to `bits` fraction bits and added, in units of 2^(exponent - bits).
template <class Term>
double alignedSum(std::size_t first, std::size_t stride, std::size_t n, int exponent, int bits, Term term)
{
    double total = 0;
    for (std::size_t i = first; i < n; i += stride)
        total += std::trunc(std::ldexp(term(i), bits - exponent));
    return total;
}

} // namespace

RunningSum::RunningSum(const AccumulationPlan& plan)
    : RunningSum(plan, Place{})
{
}

RunningSum::RunningSum(const AccumulationPlan& plan, const Place& place)
    : m_plan(plan)
    , m_place(place)
{
    check(plan.kind != AccumulatorKind::Float32 && plan.kind != AccumulatorKind::Float64,
        "[RunningSum] of these FmaSequential has the bits");
}

double RunningSum::round(double toOdd, bool operandsFinite)
{
    std::uint64_t random = 0;
    const Grid<double>& grid = m_plan.grid;
    if (isStochastic(m_plan.rounding.mode)) {
        const Index at = m_step++;
        random = roundingBits(grid.key,
            drawIndex(m_place.row, m_place.column, m_place.columns, m_place.terms, at), grid.randomBits);
    }
    Rounding rounding = m_plan.rounding;
    rounding.randomBits = grid.randomBits;
    const double result = roundToFormat(*m_plan.format, toOdd, rounding, random);
    m_counts.overflows += operandsFinite && !std::isfinite(result) ? 1 : 0;
    m_counts.underflows += toOdd != 0 && result == 0 ? 1 : 0;
    m_counts.nonFinite += std::isfinite(result) ? 0 : 1;
    return result;
}

double RunningSum::sum(double x, double y)
{
    const double nearest = x + y;
    const bool finite = std::isfinite(x) && std::isfinite(y);
    if (*m_plan.format == float64Format())
        return round(nearest, finite);
    return round(toOdd(nearest, sumError(x, y, nearest), finite), finite);
}

double RunningSum::product(double a, double b)
{
    const double nearest = a * b;
    const bool finite = std::isfinite(a) && std::isfinite(b);
    if (*m_plan.format == float64Format())
        return round(nearest, finite);
    constexpr double kTiny = 0x1p-900; // below it the residual can leave double's range
    if (std::fabs(nearest) < kTiny && a != 0 && b != 0) {
        ExactSum exact;
        exact.addProduct(a, b);
        return round(exact.rounded(RoundingMode::ToOdd), finite);
    }
    return round(toOdd(nearest, std::fma(a, b, -nearest), finite), finite);
}

double RunningSum::fusedProductSum(double a, double b, double c)
{
    const bool finite = std::isfinite(a) && std::isfinite(b) && std::isfinite(c);
    if (*m_plan.format == float64Format() || !finite)
        return round(std::fma(a, b, c), finite);
    ExactSum exact;
    exact.addProduct(a, b);
    exact.add(c);
    const double toOdd = exact.rounded(RoundingMode::ToOdd);
    return round(toOdd == 0 ? a * b + c : toOdd, finite); // the processor knows the sign of an exact zero
}

void RunningSum::addLeaf(double leaf)
{
    m_subtrees.push_back(leaf);
    // Two complete subtrees of one size make one of the next.
    for (Index n = m_count; n % 2 == 0; n /= 2) {
        const double right = m_subtrees.back();
        m_subtrees.pop_back();
        m_subtrees.back() = sum(m_subtrees.back(), right);
    }
}

double RunningSum::leavesSum()
{
    if (m_subtrees.empty())
        return 0;
    double total = m_subtrees.back();
    for (std::size_t i = m_subtrees.size() - 1; i-- > 0;)
        total = sum(m_subtrees[i], total);
    return total;
}

void RunningSum::add(double a, double b)
{
    ++m_count;
    switch (m_plan.kind) {
    case AccumulatorKind::Sequential: {
        const double exact = product(a, b);
        m_sum = sum(m_sum, exact);
        return;
    }
    case AccumulatorKind::FmaSequential:
        m_sum = fusedProductSum(a, b, m_sum);
        return;
    case AccumulatorKind::Pairwise:
        return addLeaf(product(a, b));
    case AccumulatorKind::Chunked: {
        const double term = product(a, b);
        m_inner = sum(m_inner, term);
        if (m_count % m_plan.chunk == 0) {
            m_sum = sum(m_sum, m_inner);
            m_inner = 0;
        }
        return;
    }
    case AccumulatorKind::Kahan: {
        const double term = sum(product(a, b), -m_inner);
        const double total = sum(m_sum, term);
        m_inner = sum(sum(total, -m_sum), -term);
        m_sum = total;
        return;
    }
    case AccumulatorKind::TensorCore:
        if (m_plan.truncatesToTf32) {
            a = truncated(a, 10);
            b = truncated(b, 10);
        }
        m_a.push_back(a);
        m_b.push_back(b);
        if (m_count % m_plan.core.groupSize == 0)
            endGroup();
        return;
    case AccumulatorKind::Int32:
        m_integer += static_cast<std::uint32_t>(
            static_cast<std::int64_t>(std::ldexp(a * b, -m_plan.unitExponentA - m_plan.unitExponentB)));
        return;
    case AccumulatorKind::Exact:
        return m_exact.addProduct(a, b);
    case AccumulatorKind::Float32:
    case AccumulatorKind::Float64:
        break;
    }
}

double RunningSum::value()
{
    const Index step = m_step;
    const RoundingCounts counts = m_counts;
    double result = m_sum;
    switch (m_plan.kind) {
    case AccumulatorKind::Pairwise:
        result = leavesSum();
        break;
    case AccumulatorKind::Chunked:
        result = m_count % m_plan.chunk == 0 ? m_sum : sum(m_sum, m_inner);
        break;
    case AccumulatorKind::TensorCore: {
        const double c = m_a.empty() ? m_inner : coreGroup(m_inner);
        const bool isPromoted = m_plan.promoteEvery > 0 && m_count % m_plan.promoteEvery != 0;
        result = m_plan.promoteEvery == 0 ? c : isPromoted ? toFloat(m_sum + c) : m_sum;
        break;
    }
    case AccumulatorKind::Exact:
        result = m_exact.rounded(m_plan.exactMode);
        break;
    case AccumulatorKind::Int32:
        result = std::ldexp(static_cast<double>(static_cast<std::int32_t>(m_integer)),
            m_plan.unitExponentA + m_plan.unitExponentB);
        break;
    case AccumulatorKind::Float64:
    case AccumulatorKind::Float32:
    case AccumulatorKind::Sequential:
    case AccumulatorKind::FmaSequential:
    case AccumulatorKind::Kahan:
        break;
    }
    m_step = step;
    m_counts = counts;
    return result;
}

void RunningSum::endGroup()
{
    m_inner = coreGroup(m_inner);
    m_a.clear();
    m_b.clear();
    m_counts.nonFinite += std::isfinite(m_inner) ? 0 : 1;
    if (m_plan.promoteEvery > 0 && m_count % m_plan.promoteEvery == 0) {
        m_sum = toFloat(m_sum + m_inner);
        m_inner = 0;
    }
}

double RunningSum::coreGroup(double c) const
{
    switch (m_plan.core.kind) {
    case CoreKind::Fused:
        return fusedGroup(c);
    case CoreKind::TwoGroups:
        return twoGroups(c);
    case CoreKind::Tree:
        return treeGroup(c);
    case CoreKind::LateAdd:
    case CoreKind::LateAddInterleaved:
        return lateAddGroup(c);
    }
    return c;
}

double RunningSum::fusedGroup(double c) const
{
    const TensorCoreModel& core = m_plan.core;
    double plain = 0;
    for (std::size_t i = 0; i < m_a.size(); ++i)
        plain += m_a[i] * m_b[i];
    plain += c;
    if (!std::isfinite(plain))
        return plain;
    int exponent = exponentOf(c, core.float16Output ? -14 : -126);
    double total = 0;
    if (core.blockSize == 1) {
        for (std::size_t i = 0; i < m_a.size(); ++i)
            exponent = std::max(
                exponent, exponentOf(m_a[i], m_plan.minExponentA) + exponentOf(m_b[i], m_plan.minExponentB));
        total = alignedSum(0, 1, m_a.size(), exponent, core.alignmentBits,
            [this](std::size_t i) { return m_a[i] * m_b[i]; });
    } else {
        exponent = std::max(exponent, 0); // of the blocks' scales, which are 1
        const auto block = static_cast<std::size_t>(core.blockSize);
        for (std::size_t first = 0; first < m_a.size(); first += block) {
            double exact = 0;
            for (std::size_t i = first; i < std::min(first + block, m_a.size()); ++i)
                exact += m_a[i] * m_b[i];
            total += std::trunc(std::ldexp(exact, core.alignmentBits - exponent));
        }
    }
    total += std::trunc(std::ldexp(c, core.alignmentBits - exponent));
    const double sum = std::ldexp(total, exponent - core.alignmentBits);
    if (core.float16Output)
        return roundToFormat(*findFormat("float16"), sum) + 0.0;
    return truncated(sum, core.outputMantissaBits);
}

double RunningSum::twoGroups(double c) const
{
    AccumulationPlan plan = m_plan;
    plan.core.kind = CoreKind::Fused;
    plan.promoteEvery = 0;
    RunningSum inner(plan);
    for (const std::size_t half : {0U, 1U}) {
        for (std::size_t i = 0; i < m_a.size(); ++i)
            if (i % 4 / 2 == half) {
                inner.m_a.push_back(m_a[i]);
                inner.m_b.push_back(m_b[i]);
            }
        inner.endGroup();
    }
    return toFloat(c + inner.m_inner);
}

double RunningSum::lateAddGroup(double c) const
{
    constexpr int kSumBits = 31; // of the products' sum when c is added
    const int bits = m_plan.core.alignmentBits;
    const bool isInterleaved = m_plan.core.kind == CoreKind::LateAddInterleaved;
    double plain = 0;
    double beyond = 0; // products out of float32's range, as infinities
    for (std::size_t i = 0; i < m_a.size(); ++i) {
        const double product = m_a[i] * m_b[i];
        plain += product;
        if (std::fabs(product) >= 0x1p128)
            beyond += std::copysign(INFINITY, product);
    }
    plain += c;
    if (!std::isfinite(plain))
        return toFloat(plain);
    if (beyond != 0) // or NaN
        return beyond;

    const auto product = [this](std::size_t i) { return m_a[i] * m_b[i]; };
    const std::size_t parts = isInterleaved ? 2 : 1;
    int exponents[2] = {2 * kZeroExponent, 2 * kZeroExponent};
    for (std::size_t i = 0; i < m_a.size(); ++i) {
        int& exponent = exponents[i % parts];
        exponent = std::max(
            exponent, exponentOf(m_a[i], m_plan.minExponentA) + exponentOf(m_b[i], m_plan.minExponentB));
    }
    int exponent = exponents[0];
    // all sums are in units of 2^(exponent - bits)
    double total = alignedSum(0, parts, m_a.size(), exponents[0], bits, product);
    if (isInterleaved) {
        exponent = std::max(exponents[0], exponents[1]);
        const double odd = alignedSum(1, parts, m_a.size(), exponents[1], bits, product);
        total = std::floor(std::ldexp(total, exponents[0] - exponent))
            + std::floor(std::ldexp(odd, exponents[1] - exponent));
    }
    const int exponentC = exponentOf(c, -126);
    const int largest = std::max(exponent, exponentC);
    const double late
        = std::ldexp(std::floor(std::ldexp(total, kSumBits - bits + exponent - largest)), -kSumBits);
    const bool dropsC = isInterleaved && exponentC < largest - bits - 1;
    const double lateC = dropsC ? 0 : std::ldexp(std::floor(std::ldexp(c, bits - largest)), -bits);
    return toFloat(std::ldexp(late + lateC, largest));
}

double RunningSum::treeGroup(double c) const
{
    const bool flushes = m_plan.core.flushSubnormals;
    const auto node = [flushes](double x) { return flushes ? flushed(toFloat(x), -126) : toFloat(x); };
    std::vector<double> nodes;
    for (std::size_t i = 0; i < m_a.size(); ++i) {
        const double a = flushes && std::fabs(m_a[i]) < std::ldexp(1.0, m_plan.minExponentA) ? 0.0 : m_a[i];
        const double b = flushes && std::fabs(m_b[i]) < std::ldexp(1.0, m_plan.minExponentB) ? 0.0 : m_b[i];
        nodes.push_back(node(a * b + 0.0));
    }
    nodes.resize(static_cast<std::size_t>(m_plan.core.groupSize), 0.0);
    while (nodes.size() > 1) {
        for (std::size_t i = 0; i < nodes.size() / 2; ++i)
            nodes[i] = node(nodes[2 * i] + nodes[2 * i + 1]);
        nodes.resize(nodes.size() / 2);
    }
    return node(c + nodes[0]);
}

} // namespace ulpscope
