// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/trace_data.h"

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr int kFanOutBits = 3;
constexpr qsizetype kFanOutMask = (1 << kFanOutBits) - 1;

} // namespace

void TraceData::Range::add(const Range& other)
{
    low = std::min(low, other.low);
    high = std::max(high, other.high);
}

void TraceData::append(double step, double value)
{
    const auto index = static_cast<std::size_t>(m_values.size());
    m_steps.append(step);
    m_values.append(value);
    const Range own = at(0, m_values.size() - 1);
    for (std::size_t level = 0; (index >> (kFanOutBits * level)) > 0 || level == 0; ++level) {
        if (level == m_levels.size()) // what came before lies in the first node of the level below
            m_levels.push_back(
                level == 0 ? std::vector<Range>() : std::vector<Range>(1, m_levels[level - 1][0]));
        const std::size_t node = index >> (kFanOutBits * (level + 1));
        if (node >= m_levels[level].size())
            m_levels[level].emplace_back();
        m_levels[level][node].add(own);
    }
}

TraceData::Range TraceData::at(std::size_t level, qsizetype index) const
{
    if (level > 0)
        return m_levels[level - 1][static_cast<std::size_t>(index)];
    const double value = m_values[index];
    return std::isnan(value) ? Range{} : Range{value, value};
}

TraceData::Range TraceData::range(qsizetype begin, qsizetype end) const
{
    Range result;
    for (std::size_t level = 0; begin < end; ++level) {
        while (begin < end && (begin & kFanOutMask) != 0)
            result.add(at(level, begin++));
        while (begin < end && (end & kFanOutMask) != 0)
            result.add(at(level, --end));
        begin >>= kFanOutBits;
        end >>= kFanOutBits;
    }
    return result;
}

} // namespace ulpscope::ui
