// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/column_cover.h"

#include <algorithm>

namespace ulpscope::ui {

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
