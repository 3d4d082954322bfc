// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/per_level/elementwise.h"
#include "engine/kernels/per_level/kernel_groups.h"
#include "engine/kernels/per_level/sums/accumulation.h"
#include "engine/kernels/per_level/sums/column_sums.h"

namespace {

ulpscope::KernelTable makeTable()
{
    ulpscope::KernelTable table{};
    const auto fill = [](auto& kernels) {
        ulpscope::kernels::addElementwise(kernels);
        ulpscope::kernels::addColumnSums(kernels);
        ulpscope::kernels::addReductions(kernels);
        ulpscope::kernels::addComparisons(kernels);
        ulpscope::kernels::addDetails(kernels);
        ulpscope::kernels::addGemm(kernels);
        ulpscope::kernels::addUpdates(kernels);
        ulpscope::kernels::addHadamard(kernels);
        ulpscope::kernels::addElements(kernels);
        ulpscope::kernels::addWindows(kernels);
        ulpscope::kernels::addNormalization(kernels);
    };
    fill(table.f32);
    fill(table.f64);
    ulpscope::kernels::addBlocks(table.blocks);
    table.f32.castLoss = ulpscope::kernels::castLoss<float>;
    table.f64.castLoss = ulpscope::kernels::castLoss<double>;
    table.narrow = ulpscope::kernels::narrow;
    table.widen = ulpscope::kernels::widen;
    table.accumulateFloats = ulpscope::kernels::accumulate<float>;
    table.accumulateDoubles = ulpscope::kernels::accumulate<double>;
    return table;
}

} // namespace

extern "C" const ulpscope::KernelTable* ulpscopeKernelTable()
{
    static const ulpscope::KernelTable table = makeTable();
    return &table;
}
