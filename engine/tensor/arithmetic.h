// SPDX-License-Identifier: GPL-3.0-or-later
// What an operation needs besides its operands: the kernels, and where rounding events are counted. One for each lane.
#pragma once

#include "engine/kernels/grid.h"
#include "engine/kernels/kernels.h"

namespace ulpscope {

class Arithmetic
{
public:
    explicit Arithmetic(const Kernels& kernels)
        : m_table(&kernels.table())
    {
    }

    const KernelTable& table() const { return *m_table; }
    RoundingCounts& counts() { return m_counts; }
    const RoundingCounts& counts() const { return m_counts; }

private:
    const KernelTable* m_table;
    RoundingCounts m_counts;
};

} // namespace ulpscope
