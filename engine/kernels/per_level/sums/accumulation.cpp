// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/per_level/sums/accumulation.h"

#include <cmath>
#include <limits>

namespace ulpscope::kernels {

template <class In>
void accumulate(const ProductOperands<In>& operands, const AccumulationPlan& plan, double* out)
{
    if (plan.kind == AccumulatorKind::TensorCore)
        sumInTensorCores(operands, plan, out);
    else if (plan.kind == AccumulatorKind::Exact)
        sumExactly(operands, plan, out);
    else if (plan.kind == AccumulatorKind::Int32)
        sumIntegers(operands, plan, out);
    else if (!sumInTiles(operands, plan, out))
        sumInBlocks(operands, plan, out);
    for (Index i = 0; i < operands.m * operands.n; ++i)
        out[i] = std::isnan(out[i]) ? std::numeric_limits<double>::quiet_NaN() : out[i];
}

template void accumulate<float>(const ProductOperands<float>&, const AccumulationPlan&, double*);
template void accumulate<double>(const ProductOperands<double>&, const AccumulationPlan&, double*);

} // namespace ulpscope::kernels
