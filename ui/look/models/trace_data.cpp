// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/trace_data.h"

namespace ulpscope::ui {

void TraceData::append(double step, double value)
{
    const auto index = static_cast<std::size_t>(m_values.size());
    m_steps.append(step);
    m_values.append(value);
    const Range own = rangeOf(0, m_values.size() - 1);
    for (std::size_t level = 0; (index >> (kFanOutBits * level)) > 0 || level == 0; ++level) {
        if (level == m_levels.size()) // earlier samples lie in the first node of the level below
            m_levels.push_back(
                level == 0 ? std::vector<Node>() : std::vector<Node>(1, m_levels[level - 1][0]));
        const std::size_t place = index >> (kFanOutBits * (level + 1));
        if (place >= m_levels[level].size())
            m_levels[level].push_back({step, {}});
        m_levels[level][place].range.add(own);
    }
}

TraceData::Range TraceData::range(qsizetype begin, qsizetype end) const
{
    Range result;
    for (std::size_t level = 0; begin < end; ++level) {
        while (begin < end && (begin & kFanOutMask) != 0)
            result.add(rangeOf(level, begin++));
        while (begin < end && (end & kFanOutMask) != 0)
            result.add(rangeOf(level, --end));
        begin >>= kFanOutBits;
        end >>= kFanOutBits;
    }
    return result;
}

std::vector<TraceData::Stretch> TraceData::stretches(std::span<const double> bounds, double share) const
{
    std::vector<Stretch> result(bounds.size() - 1);
    qsizetype sample = std::lower_bound(m_steps.cbegin(), m_steps.cend(), bounds.front()) - m_steps.cbegin();
    std::size_t level = 0; // level of a node that begins with the sample
    const auto index = [&](std::size_t of) { return sample >> (kFanOutBits * of); };
    for (std::size_t i = 0; i < result.size(); ++i) {
        const double end = bounds[i + 1];
        const double slack = end + share * (end - bounds[i]);
        while (sample < m_steps.size() && firstOf(level, index(level)) < end) {
            if (level > 0 && !endsBefore(slack, level, index(level))) {
                --level; // a part of it may
                continue;
            }
            while (level < m_levels.size() && (index(level) & kFanOutMask) == 0
                && endsBefore(slack, level + 1, index(level + 1)))
                ++level;
            result[i].range.add(rangeOf(level, index(level)));
            result[i].hasSamples = true;
            sample = (index(level) + 1) << (kFanOutBits * level);
        }
    }
    return result;
}

namespace {

/// Rows of pixels from `top` to before `end`.
struct Rows
{
    int top = 0;
    int end = 0;

    bool isEmpty() const { return top >= end; }
};

Rows commonRows(std::span<const PixelColumn> columns)
{
    Rows common{columns.front().top, columns.front().end};
    for (const PixelColumn& column : columns) {
        common.top = std::max(common.top, column.top);
        common.end = std::min(common.end, column.end);
    }
    return common;
}

/// Covers columns without a gap, which all have the rows `covered` already.
void cover(std::span<const PixelColumn> columns, Rows covered, std::vector<QRect>& rects)
{
    const auto fill = [&](const Rows& rows) {
        if (!rows.isEmpty())
            rects.emplace_back(columns.front().x, rows.top, int(columns.size()), rows.end - rows.top);
    };
    const Rows common = commonRows(columns);
    if (covered.isEmpty()) {
        fill(common);
    } else {
        fill({common.top, covered.top});
        fill({covered.end, common.end});
    }
    if (columns.size() == 1)
        return;
    cover(columns.first(columns.size() / 2), common, rects);
    cover(columns.subspan(columns.size() / 2), common, rects);
}

} // namespace

std::vector<QRect> coverOf(std::span<const PixelColumn> columns)
{
    std::vector<QRect> rects;
    rects.reserve(3 * columns.size()); // about what noise needs
    const auto isApart = [](const PixelColumn& a, const PixelColumn& b) { return b.x != a.x + 1; };
    for (auto begin = columns.begin(); begin != columns.end();) {
        auto end = std::adjacent_find(begin, columns.end(), isApart);
        end += end == columns.end() ? 0 : 1;
        cover({begin, end}, {}, rects);
        begin = end;
    }
    return rects;
}

} // namespace ulpscope::ui
