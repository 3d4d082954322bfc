// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/grid_layout.h"

#include <QFontMetrics>

#include <algorithm>

namespace ulpscope::ui {

namespace {

// Pixels:
constexpr double kMinLine = 2;
constexpr double kMaxLine = 120;
constexpr double kStepsWide = 24; ///< of a column of steps: a run that begins fills the grid from the left
constexpr double kMaxNameWide = 160; ///< of a column with a name
constexpr double kGap = 6; ///< between names and cells
constexpr double kMaxNames = 0.3; ///< of the width
constexpr double kMaxUpright = 0.4; ///< of the height

} // namespace

GridLayout::GridLayout(const GridData& grid, QSize size, const QFont& font)
    : m_rows(std::max<std::size_t>(1, grid.rows.size()))
    , m_columns(grid.columns.size())
    , m_stepsPerColumn(grid.stepsPerColumn)
{
    const QFontMetrics metrics(font);
    QFont bold = font; // as the chosen row is
    bold.setBold(true);
    const QFontMetrics boldMetrics(bold);
    int names = 0;
    for (const GridRow& row : grid.rows)
        names = std::max(names, boldMetrics.horizontalAdvance(row.name));
    const double left = std::min(kMaxNames * size.width(), names + kGap) + kGap;
    int widest = 0;
    for (const GridColumn& column : grid.columns)
        widest = std::max(widest, metrics.horizontalAdvance(column.name));
    const double width = std::max(1.0, size.width() - left - kGap);
    const double columns = std::max(1.0, double(m_columns));
    m_areNamesUpright = !grid.isOverSteps && widest + kGap > std::min(kMaxNameWide, width / columns);
    const double bottom = m_areNamesUpright ? std::min(kMaxUpright * size.height(), widest + 2 * kGap)
                                            : metrics.height() + kGap;
    m_namesHeight = bottom - kGap;
    m_area = QRectF(left, kGap / 2, width, std::max(1.0, size.height() - kGap / 2 - bottom));
    m_lines = std::clamp<std::size_t>(std::size_t(m_area.height() / kMinLine), 1, m_rows);
    m_lineHeight = std::min(kMaxLine, m_area.height() / double(m_lines));
    if (grid.isOverSteps && m_columns > 0) {
        const StepRange last = grid.columns.back().steps;
        m_lastColumn = double(last.last - last.first + 1) / double(m_stepsPerColumn);
        const double expected = double(grid.stepsExpected) / double(m_stepsPerColumn);
        m_columnWidth = width / (double(m_columns) - 1 + m_lastColumn);
        if (expected > 0)
            m_columnWidth = std::min(m_columnWidth, std::max(kStepsWide, width / std::max(1.0, expected)));
    } else
        m_columnWidth = std::min(kMaxNameWide, width / columns);
}

QRectF GridLayout::cells() const
{
    return {m_area.left(), m_area.top(), (double(m_columns) - 1 + m_lastColumn) * m_columnWidth,
        double(m_lines) * m_lineHeight};
}

double GridLayout::middleOf(std::int64_t step) const
{
    return left((double(step) + 0.5) / double(m_stepsPerColumn));
}

std::optional<std::size_t> GridLayout::lineAt(double y) const
{
    const double line = (y - m_area.top()) / m_lineHeight;
    if (!(line >= 0 && line < double(m_lines)))
        return std::nullopt;
    return std::size_t(line);
}

std::optional<GridPlace> GridLayout::at(const QPointF& position) const
{
    const std::optional<std::size_t> line = lineAt(position.y());
    if (!line || m_columns == 0 || !cells().contains(position))
        return std::nullopt;
    const auto column = std::size_t(std::max(0.0, position.x() - m_area.left()) / m_columnWidth);
    return GridPlace{*line, std::min(column, m_columns - 1)};
}

} // namespace ulpscope::ui
