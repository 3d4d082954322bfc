// SPDX-License-Identifier: GPL-3.0-or-later
// One sum of products in plain arithmetic on double, term by term: what each kind of accumulator means, the oracle of
// the fast kernels, and the source of traces. Read running_sum.cpp to know what a kind does.
#pragma once

#include "engine/kernels/accumulation_plan.h"
#include "engine/kernels/exact_sum.h"

#include <vector>

namespace ulpscope {

/// Sums one dot product, for every accumulator but Float32 and Float64, which are FmaSequential in that format.
class RunningSum
{
public:
    /// The place of the sum in its matrix, for stochastic draws.
    struct Place
    {
        Index row = 0;
        Index column = 0;
        Index columns = 1;
        Index terms = 1;
    };

    explicit RunningSum(const AccumulationPlan& plan);
    RunningSum(const AccumulationPlan& plan, const Place& place);

    /// The next product. Pairwise: the next leaf.
    void add(double a, double b);
    /// Value of the accumulator if the sum ends here.
    double value();
    /// Kahan: what the next term is corrected by.
    double compensation() const { return m_plan.kind == AccumulatorKind::Kahan ? m_inner : 0; }
    /// Events of the roundings so far, those of value() not counted.
    const RoundingCounts& counts() const { return m_counts; }

private:
    double round(double toOdd, bool operandsFinite);
    double sum(double x, double y);
    double product(double a, double b);
    double fusedProductSum(double a, double b, double c);
    void addLeaf(double leaf);
    double leavesSum();
    double coreGroup(double c) const;
    double fusedGroup(double c) const;
    double twoGroups(double c) const;
    double lateAddGroup(double c) const;
    double treeGroup(double c) const;
    void endGroup();

    const AccumulationPlan& m_plan;
    Place m_place;
    Index m_step = 0;
    Index m_count = 0;
    RoundingCounts m_counts;
    double m_sum = 0;
    double m_inner
        = 0; ///< Chunked: the open chunk. Kahan: the compensation. TensorCore: c since the last promotion
    std::vector<double> m_subtrees; ///< Pairwise: sums of complete subtrees, the largest first
    std::vector<double> m_a; ///< TensorCore: the open group
    std::vector<double> m_b;
    ExactSum m_exact;
    std::uint32_t m_integer = 0;
};

} // namespace ulpscope
