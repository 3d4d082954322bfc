// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of a painted grid lie: names at the left, cells, and below them the axis of steps or the names of the columns.
// Where there are more rows than room, neighbours share a line, which shows the gravest of them.
#pragma once

#include "ui/picture/models/grid_data.h"

#include <QFont>
#include <QRectF>

namespace ulpscope::ui {

class GridLayout
{
public:
    GridLayout(const GridData& grid, QSize size, const QFont& font);

    /// What the cells may take.
    const QRectF& area() const { return m_area; }
    /// What they take.
    QRectF cells() const;
    std::size_t lines() const { return m_lines; }
    double lineHeight() const { return m_lineHeight; }
    std::size_t lineOf(std::size_t row) const { return ((row + 1) * m_lines - 1) / m_rows; }
    /// Rows [first, end) of a line.
    std::size_t firstRow(std::size_t line) const { return line * m_rows / m_lines; }
    std::size_t endRow(std::size_t line) const { return firstRow(line + 1); }

    double top(std::size_t line) const { return m_area.top() + double(line) * m_lineHeight; }
    /// The left end of a column, of which a part may be asked for; of a grid over steps one column is stepsPerColumn.
    double left(double column) const { return m_area.left() + column * m_columnWidth; }
    double columnWidth() const { return m_columnWidth; }
    /// The middle of a step.
    double middleOf(std::int64_t step) const;
    /// Height below the cells that names may take.
    double namesHeight() const { return m_namesHeight; }
    /// Whether columns' names stand upright, for want of room.
    bool areNamesUpright() const { return m_areNamesUpright; }

    /// Line and column at a position; nothing beside the cells.
    std::optional<GridPlace> at(const QPointF& position) const;
    /// The line at a height, also beside the cells.
    std::optional<std::size_t> lineAt(double y) const;

private:
    QRectF m_area;
    std::size_t m_rows;
    std::size_t m_lines;
    std::size_t m_columns;
    double m_lastColumn = 1; ///< how much of the last column there is yet
    double m_lineHeight = 0;
    double m_columnWidth = 0;
    std::int64_t m_stepsPerColumn;
    double m_namesHeight = 0;
    bool m_areNamesUpright = false;
};

} // namespace ulpscope::ui
