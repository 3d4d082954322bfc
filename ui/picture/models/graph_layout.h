// SPDX-License-Identifier: GPL-3.0-or-later
// Places for boxes and the ways of edges between them: from left to right, in rows where the width ends. Sugiyama's method: ranks by
// the longest path, order within a rank by barycentres, edges that pass ranks have places in each. The same graph has the same places.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <cstddef>
#include <vector>

namespace ulpscope::ui {

struct LayoutBox
{
    double width = 0;
    double height = 0;
    double port = 0; ///< from its top: where the middle of its edges is
};

struct LayoutEdge
{
    std::size_t from = 0; ///< before `to`
    std::size_t to = 0;
    double straight = 0; ///< how long its last part, which is level, has to be; 0: as the spacing has it
};

struct LayoutSpacing
{
    double gap = 70; ///< between two ranks, at least, where edges have no wishes
    double largestGap = 140;
    double straight = 50; ///< the last part of an edge is level, for what is written there
    double lane = 34; ///< between edges that are side by side
    double between = 18; ///< between boxes above each other
    double betweenRows = 14;
    double margin = 8; ///< around all
    bool waits = false; ///< what needs nothing, or one box that does, is beside what takes it
};

struct GraphPlaces
{
    std::vector<QRectF> boxes;
    std::vector<std::vector<QPointF>> edges; ///< from the right side of a box to the left side of another
    std::vector<std::size_t> ranks; ///< of boxes
    std::size_t rows = 0;
    QSizeF size; ///< with margins
};

/// width: that is there; what one rank needs is taken where that is more.
GraphPlaces layoutGraph(const std::vector<LayoutBox>& boxes, const std::vector<LayoutEdge>& edges,
    const LayoutSpacing& spacing, double width);

/// Beside a way, so far to the right of who walks it.
std::vector<QPointF> besideWay(const std::vector<QPointF>& way, double distance);

} // namespace ulpscope::ui
