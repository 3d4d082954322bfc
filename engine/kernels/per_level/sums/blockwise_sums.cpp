// SPDX-License-Identifier: GPL-3.0-or-later
// Sums that round to any format in any mode: a row of up to 512 columns at a time in double, operation by operation, with
// the rounding of whole blocks that tensors have.
#include "engine/kernels/exact_sum.h"
#include "engine/kernels/per_level/rounding/rounders.h"
#include "engine/kernels/per_level/rounding/to_odd.h"
#include "engine/kernels/per_level/sums/accumulation.h"

#include <array>
#include <cmath>
#include <vector>

namespace ulpscope::kernels {

namespace {

using Bits = std::uint64_t;

/// `nearest` + `error`, which is exact, to odd; see running_sum.cpp. Without branches.
inline double toOdd(double nearest, double error, bool operandsFinite)
{
    const auto bits = std::bit_cast<Bits>(nearest);
    const bool isFinite = magnitudeBits(nearest) < CarrierBits<double>::kInfinity;
    const bool moves = isFinite && error != 0 && (bits & 1) == 0;
    // Outwards in magnitude if the error has the sign of the sum, else inwards. An inexact sum is not zero.
    const bool outwards = std::signbit(error) == std::signbit(nearest);
    const Bits moved = bits + (moves ? (outwards ? Bits{1} : ~Bits{0}) : Bits{0});
    const Bits largest = (bits & CarrierBits<double>::kSign) | (CarrierBits<double>::kInfinity - 1);
    const bool left = magnitudeBits(nearest) == CarrierBits<double>::kInfinity && operandsFinite;
    return std::bit_cast<double>(left ? largest : moved);
}

inline double sumError(double x, double y, double nearest)
{
    const double part = nearest - x;
    return (x - (nearest - part)) + (y - part);
}

inline bool areFinite(double x, double y)
{
    return (isFinite(x) & isFinite(y)) != 0;
}

inline double sumToOdd(double x, double y)
{
    const double nearest = x + y;
    return toOdd(nearest, sumError(x, y, nearest), areFinite(x, y));
}

/// a b + c to odd where the product is no double (Boldo and Melquiond 2008).
inline double fusedToOdd(double a, double b, double c)
{
    const double high = a * b;
    if (!areFinite(a, b) || !areFinite(c, c))
        return std::fma(a, b, c);
    if (isFinite(high) == 0) // to odd
        return std::copysign(std::numeric_limits<double>::max(), high);
    if (std::fabs(high) < kTiny && a != 0 && b != 0) { // the residual can leave double's range
        ExactSum exact;
        exact.addProduct(a, b);
        exact.add(c);
        const double odd = exact.rounded(RoundingMode::ToOdd);
        return odd == 0 ? high + c : odd;
    }
    const double low = std::fma(a, b, -high);
    const double part = c + low;
    const double partError = sumError(c, low, part);
    const double total = high + part;
    const double totalError = sumError(high, part, total);
    return toOdd(total, sumToOdd(totalError, partError), true);
}

/// One row of up to kRoundingBlock columns, and the operations on it.
class BlockRow
{
public:
    using Values = std::array<double, kRoundingBlock>;

    BlockRow(
        const AccumulationPlan& plan, Index row, Index firstColumn, Index width, Index columns, Index terms)
        : m_plan(plan)
        , m_row(row)
        , m_firstColumn(firstColumn)
        , m_width(width)
        , m_columns(columns)
        , m_terms(terms)
    {
    }
    Index width() const { return m_width; }

    void product(double a, const double* b, Values& out)
    {
        Values exact;
        if (m_plan.roundsTwice || m_plan.hasExactProducts) {
            for (Index j = 0; j < m_width; ++j)
                exact[at(j)] = a * b[j];
        } else {
            for (Index j = 0; j < m_width; ++j) {
                exact[at(j)] = multiplyToOdd(a, b[j]);
            }
        }
        round(exact, out);
    }

    /// out may be x or y.
    void sum(const Values& x, const Values& y, Values& out) { addSigned(x, y, 1, out); }
    void difference(const Values& x, const Values& y, Values& out) { addSigned(x, y, -1, out); }

    /// sum = round(a b + sum)
    void fuse(double a, const double* b, Values& sum)
    {
        Values exact;
        if (m_plan.grid.kind == GridKind::Identity)
            for (Index j = 0; j < m_width; ++j)
                exact[at(j)] = std::fma(a, b[j], sum[at(j)]);
        else if (m_plan.hasExactProducts)
            for (Index j = 0; j < m_width; ++j)
                exact[at(j)] = sumToOdd(sum[at(j)], a * b[j]);
        else
            for (Index j = 0; j < m_width; ++j)
                exact[at(j)] = fusedToOdd(a, b[j], sum[at(j)]);
        round(exact, sum);
    }

private:
    static std::size_t at(Index j) { return static_cast<std::size_t>(j); }

    void addSigned(const Values& x, const Values& y, double sign, Values& out)
    {
        Values exact;
        if (m_plan.roundsTwice)
            for (Index j = 0; j < m_width; ++j)
                exact[at(j)] = x[at(j)] + sign * y[at(j)];
        else
            for (Index j = 0; j < m_width; ++j)
                exact[at(j)] = sumToOdd(x[at(j)], sign * y[at(j)]);
        round(exact, out);
    }

    void round(const Values& exact, Values& out)
    {
        roundBlock(exact.data(), out.data(), m_width, m_plan.grid,
            drawIndex(m_row, m_firstColumn, m_columns, m_terms, m_step++));
    }

    const AccumulationPlan& m_plan;
    Index m_row;
    Index m_firstColumn;
    Index m_width;
    Index m_columns;
    Index m_terms;
    Index m_step = 0;
};

using Values = BlockRow::Values;

/// The terms of one row of sums.
template <class In>
class Terms
{
public:
    Terms(const ProductOperands<In>& operands, Index row, Index firstColumn, Index width)
        : m_operands(operands)
        , m_row(row)
        , m_firstColumn(firstColumn)
        , m_width(width)
    {
    }
    Index count() const { return m_operands.k; }
    double a(Index p) const { return static_cast<double>(m_operands.a(m_row, p)); }
    const double* b(Index p)
    {
        for (Index j = 0; j < m_width; ++j)
            m_b[static_cast<std::size_t>(j)] = static_cast<double>(m_operands.b(p, m_firstColumn + j));
        return m_b.data();
    }

private:
    const ProductOperands<In>& m_operands;
    Index m_row;
    Index m_firstColumn;
    Index m_width;
    Values m_b;
};

template <class In>
void addSequentially(BlockRow& row, Terms<In>& terms, Index first, Index end, Values& sum)
{
    Values term;
    for (Index p = first; p < end; ++p) {
        row.product(terms.a(p), terms.b(p), term);
        row.sum(sum, term, sum);
    }
}

template <class In>
void addInChunks(BlockRow& row, Terms<In>& terms, Index chunk, Values& sum)
{
    for (Index p = 0; p < terms.count(); p += chunk) {
        Values inner{};
        addSequentially(row, terms, p, std::min(p + chunk, terms.count()), inner);
        row.sum(sum, inner, sum);
    }
}

template <class In>
void addPairwise(BlockRow& row, Terms<In>& terms, Values& sum)
{
    std::vector<Values> subtrees; // of complete subtrees, the largest first
    for (Index p = 0; p < terms.count(); ++p) {
        subtrees.emplace_back();
        row.product(terms.a(p), terms.b(p), subtrees.back());
        for (Index n = p + 1; n % 2 == 0; n /= 2) {
            row.sum(subtrees[subtrees.size() - 2], subtrees.back(), subtrees[subtrees.size() - 2]);
            subtrees.pop_back();
        }
    }
    if (subtrees.empty())
        return;
    sum = subtrees.back();
    for (std::size_t i = subtrees.size() - 1; i-- > 0;)
        row.sum(subtrees[i], sum, sum);
}

template <class In>
void addCompensated(BlockRow& row, Terms<In>& terms, Values& sum)
{
    Values lost{};
    Values term;
    Values total;
    for (Index p = 0; p < terms.count(); ++p) {
        row.product(terms.a(p), terms.b(p), term);
        row.difference(term, lost, term);
        row.sum(sum, term, total);
        row.difference(total, sum, lost);
        row.difference(lost, term, lost);
        sum = total;
    }
}

template <class In>
void addTerms(BlockRow& row, const AccumulationPlan& plan, Terms<In>& terms, Values& sum)
{
    switch (plan.kind) {
    case AccumulatorKind::FmaSequential:
        for (Index p = 0; p < terms.count(); ++p)
            row.fuse(terms.a(p), terms.b(p), sum);
        return;
    case AccumulatorKind::Chunked:
        return addInChunks(row, terms, plan.chunk, sum);
    case AccumulatorKind::Pairwise:
        return addPairwise(row, terms, sum);
    case AccumulatorKind::Kahan:
        return addCompensated(row, terms, sum);
    case AccumulatorKind::Sequential:
    case AccumulatorKind::Float64:
    case AccumulatorKind::Float32:
    case AccumulatorKind::Exact:
    case AccumulatorKind::TensorCore:
    case AccumulatorKind::Int32:
        return addSequentially(row, terms, 0, terms.count(), sum);
    }
}

} // namespace

template <class In>
void sumInBlocks(const ProductOperands<In>& operands, const AccumulationPlan& plan, double* out)
{
    for (Index first = 0; first < operands.n; first += kRoundingBlock) {
        const Index width = std::min(kRoundingBlock, operands.n - first);
        for (Index i = 0; i < operands.m; ++i) {
            BlockRow row(plan, i, first, width, operands.n, operands.k);
            Terms<In> terms(operands, i, first, width);
            Values sum{};
            addTerms(row, plan, terms, sum);
            std::copy(sum.begin(), sum.begin() + width, out + i * operands.n + first);
        }
    }
}

template void sumInBlocks<float>(const ProductOperands<float>&, const AccumulationPlan&, double*);
template void sumInBlocks<double>(const ProductOperands<double>&, const AccumulationPlan&, double*);

} // namespace ulpscope::kernels
