// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of an assignment by the ledger, without training.
#pragma once

#include "app/judge/runs/ledger.h"
#include "app/search/plan/search_space.h"
#include "engine/kernels/kernels.h"

#include <map>
#include <string>
#include <vector>

namespace ulpscope {

enum class CostKind : std::uint8_t {
    Bytes, ///< Ledger::bytes.total()
    Macs, ///< multiply-adds of a training step, each weighted by the bits of its wider operand over 32, because tensor cores take twice the time for twice the bits
};
/// "bytes", "macs": in the enum's order.
const std::vector<std::string>& costKindNames();

/// Weighed cost of multiply-adds by "left x right -> accumulator".
double weighedMultiplyAdds(const std::map<std::string, double>& multiplyAdds);

/// Looks each assignment up once.
class AssignmentCost
{
public:
    /// The arguments must outlive this object.
    AssignmentCost(const SearchSpace& space, const Kernels& kernels, CostKind kind)
        : m_space(space)
        , m_kernels(kernels)
        , m_kind(kind)
    {
    }

    double operator()(const Assignment& assignment);

private:
    const SearchSpace& m_space;
    const Kernels& m_kernels;
    CostKind m_kind;
    std::map<Assignment, double> m_known;
};

} // namespace ulpscope
