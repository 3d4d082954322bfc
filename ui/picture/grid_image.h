// SPDX-License-Identifier: GPL-3.0-or-later
// A grid's cells as colours, one pixel each, kept so that a run that grows paints its new columns alone.
#pragma once

#include "ui/picture/grid_layout.h"
#include "ui/picture/models/grid_ramp.h"

#include <QImage>

#include <vector>

namespace ulpscope::ui {

class GridImage
{
public:
    /// From that column on, or all of it where lines or colours are others than before.
    void update(const GridData& grid, const GridLayout& layout, bool isDark, std::size_t firstColumn);
    /// All is to be painted anew.
    void forget() { m_lines = 0; }

    /// A pixel for each column and line; transparent where nothing is known, or nothing is finite. It may have more columns than
    /// the grid.
    const QImage& pixels() const { return m_pixels; }
    CellState state(std::size_t line, std::size_t column) const { return m_states[column * m_lines + line]; }
    bool hasNotFinite() const { return m_hasNan || m_hasInfinity; }
    bool hasNan() const { return m_hasNan; }
    bool hasInfinity() const { return m_hasInfinity; }
    /// The gravest cell of each row.
    const std::vector<GridCell>& gravest() const { return m_gravest; }

private:
    QImage m_pixels;
    std::vector<CellState> m_states; ///< by column, then line
    std::vector<GridCell> m_gravest;
    std::size_t m_lines = 0;
    std::size_t m_rows = 0;
    bool m_isDark = false;
    bool m_hasNan = false;
    bool m_hasInfinity = false;
};

} // namespace ulpscope::ui
