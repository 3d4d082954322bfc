// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/grid_image.h"

#include <algorithm>

namespace ulpscope::ui {

void GridImage::update(const GridData& grid, const GridLayout& layout, bool isDark, std::size_t firstColumn)
{
    static const GridRamp kLight(false);
    static const GridRamp kDark(true);
    const GridRamp& ramp = isDark ? kDark : kLight;
    const auto columns = int(grid.columns.size());
    if (layout.lines() != m_lines || grid.rows.size() != m_rows || isDark != m_isDark)
        firstColumn = 0;
    m_lines = layout.lines();
    m_rows = grid.rows.size();
    m_isDark = isDark;
    if (firstColumn == 0) {
        m_gravest.assign(m_rows, GridCell());
        m_hasNan = m_hasInfinity = false;
    }
    if (m_pixels.width() < columns || m_pixels.height() != int(m_lines)) {
        const QImage before = m_pixels;
        // Twice as wide, so that a growing run seldom copies.
        m_pixels
            = QImage(std::max(1, columns + columns / 2), int(m_lines), QImage::Format_ARGB32_Premultiplied);
        m_pixels.fill(Qt::transparent);
        if (firstColumn > 0) // with as many lines
            for (int line = 0; line < before.height(); ++line)
                std::copy_n(before.constScanLine(line), before.bytesPerLine(), m_pixels.scanLine(line));
    }
    m_states.resize(grid.columns.size() * m_lines);
    struct Line
    {
        std::size_t firstRow;
        std::size_t endRow;
        QRgb* pixels;
    };
    std::vector<Line> lines; // which take longer to find than a cell to look at
    for (std::size_t line = 0; line < m_lines; ++line)
        lines.push_back({layout.firstRow(line), std::min(layout.endRow(line), m_rows),
            reinterpret_cast<QRgb*>(m_pixels.scanLine(int(line)))});
    for (std::size_t column = firstColumn; column < grid.columns.size(); ++column)
        for (std::size_t line = 0; line < m_lines; ++line) {
            GridCell gravest;
            for (std::size_t row = lines[line].firstRow; row < lines[line].endRow; ++row) {
                const GridCell& cell = grid.at({row, column});
                m_gravest[row].add(cell);
                gravest.add(cell);
            }
            m_states[column * m_lines + line] = gravest.state;
            m_hasNan = m_hasNan || gravest.state == CellState::NotANumber;
            m_hasInfinity = m_hasInfinity || gravest.state == CellState::Infinite;
            lines[line].pixels[column]
                = gravest.isFinite() ? ramp.at(grid.scale.placeOf(gravest.value)) : qRgba(0, 0, 0, 0);
        }
}

} // namespace ulpscope::ui
