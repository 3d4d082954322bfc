// SPDX-License-Identifier: GPL-3.0-or-later
// Sums that lose nothing: Kulisch's accumulator, and integers modulo 2^32.
#include "engine/kernels/exact_sum.h"
#include "engine/kernels/per_level/sums/accumulation.h"

#include <cmath>
#include <vector>

namespace ulpscope::kernels {

namespace {

template <class In>
std::vector<double> rowOf(const MatrixView<In>& view, Index row, Index n)
{
    std::vector<double> values(static_cast<std::size_t>(n));
    for (Index i = 0; i < n; ++i)
        values[static_cast<std::size_t>(i)] = static_cast<double>(view(row, i));
    return values;
}

template <class In>
MatrixView<In> transposed(const MatrixView<In>& view)
{
    return {view.data, view.columnStride, view.rowStride};
}

} // namespace

template <class In>
void sumExactly(const ProductOperands<In>& operands, const AccumulationPlan& plan, double* out)
{
    for (Index j = 0; j < operands.n; ++j) {
        const std::vector<double> column = rowOf(transposed(operands.b), j, operands.k);
        for (Index i = 0; i < operands.m; ++i) {
            ExactSum sum;
            for (Index p = 0; p < operands.k; ++p)
                sum.addProduct(static_cast<double>(operands.a(i, p)), column[static_cast<std::size_t>(p)]);
            out[i * operands.n + j] = sum.rounded(plan.exactMode);
        }
    }
}

template <class In>
void sumIntegers(const ProductOperands<In>& operands, const AccumulationPlan& plan, double* out)
{
    const double unitA = std::ldexp(1.0, -plan.unitExponentA);
    const double unitB = std::ldexp(1.0, -plan.unitExponentB);
    const double unit = std::ldexp(1.0, plan.unitExponentA + plan.unitExponentB);
    const auto n = static_cast<std::size_t>(operands.n);
    std::vector<std::uint32_t> right(static_cast<std::size_t>(operands.k) * n);
    for (Index p = 0; p < operands.k; ++p)
        for (std::size_t j = 0; j < n; ++j)
            right[static_cast<std::size_t>(p) * n + j] = static_cast<std::uint32_t>(
                static_cast<std::int32_t>(static_cast<double>(operands.b(p, static_cast<Index>(j))) * unitB));
    std::vector<std::uint32_t> sums(n);
    for (Index i = 0; i < operands.m; ++i) {
        std::fill(sums.begin(), sums.end(), 0U);
        for (Index p = 0; p < operands.k; ++p) {
            const auto left = static_cast<std::uint32_t>(
                static_cast<std::int32_t>(static_cast<double>(operands.a(i, p)) * unitA));
            const std::uint32_t* row = right.data() + static_cast<std::size_t>(p) * n;
            for (std::size_t j = 0; j < n; ++j)
                sums[j] += left * row[j];
        }
        for (std::size_t j = 0; j < n; ++j)
            out[static_cast<std::size_t>(i) * n + j]
                = static_cast<double>(static_cast<std::int32_t>(sums[j])) * unit;
    }
}

template void sumExactly<float>(const ProductOperands<float>&, const AccumulationPlan&, double*);
template void sumExactly<double>(const ProductOperands<double>&, const AccumulationPlan&, double*);
template void sumIntegers<float>(const ProductOperands<float>&, const AccumulationPlan&, double*);
template void sumIntegers<double>(const ProductOperands<double>&, const AccumulationPlan&, double*);

} // namespace ulpscope::kernels
