// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search/assignment_cost.h"

#include "engine/dtype/block_format.h"
#include "engine/dtype/formats.h"

#include <algorithm>

namespace ulpscope {

namespace {

/// Bits of an element, also of a block format.
int bitsOf(const std::string& name)
{
    if (const Format* format = findFormat(name))
        return format->bits();
    const Result<BlockFormat> block = blockFormatByName(name);
    return block ? block->element->bits() : 32;
}

} // namespace

const std::vector<std::string>& costKindNames()
{
    static const std::vector<std::string> names{"bytes", "macs"};
    return names;
}

double weighedMultiplyAdds(const std::map<std::string, double>& multiplyAdds)
{
    double sum = 0;
    for (const auto& [formats, count] : multiplyAdds) {
        const std::size_t times = formats.find(" x ");
        const std::size_t arrow = formats.find(" -> ");
        const int left = bitsOf(formats.substr(0, times));
        const int right = bitsOf(formats.substr(times + 3, arrow - times - 3));
        sum += count * std::max(left, right) / 32;
    }
    return sum;
}

double AssignmentCost::operator()(const Assignment& assignment)
{
    const auto known = m_known.find(assignment);
    if (known != m_known.end())
        return known->second;
    const Result<Ledger> ledger
        = ledgerOf(assignedSession(m_space, assignment, m_space.session.training.seed), m_kernels);
    // searchSpaceOf() has tried every policy at every layer.
    const double cost
        = m_kind == CostKind::Bytes ? ledger->bytes.total() : weighedMultiplyAdds(ledger->multiplyAdds);
    return m_known[assignment] = cost;
}

} // namespace ulpscope
