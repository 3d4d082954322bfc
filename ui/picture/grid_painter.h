// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a grid: cells, names, axis, and what is marked in it. NaN and infinity are hatched, so that colour never stands alone.
#pragma once

#include "ui/look/plot_theme.h"
#include "ui/picture/grid_image.h"

#include <QFont>
#include <QPainter>

#include <optional>

namespace ulpscope::ui {

struct GridMarks
{
    std::optional<std::int64_t> step = {}; ///< a line
    std::optional<std::size_t> row = {}; ///< is chosen
    std::optional<GridPlace> cursor = {};
};

class GridPainter
{
public:
    /// All must outlive the painter. isFile: in shapes that stay sharp, with its legend above the cells.
    GridPainter(const GridData& grid, const GridLayout& layout, const GridImage& image,
        const PlotTheme& theme, const QFont& font, bool isFile = false);

    void paint(QPainter& painter, const GridMarks& marks) const;

    /// What the colours mean, in a line; returns how wide it is.
    static int paintLegend(QPainter* painter, const QRect& rect, const GridData& grid, const GridImage& image,
        const PlotTheme& theme, const QFont& font);

private:
    void paintCells(QPainter& painter) const;
    void paintNotFinite(QPainter& painter) const;
    void paintGaps(QPainter& painter) const;
    void paintRowNames(QPainter& painter, const GridMarks& marks) const;
    void paintColumnNames(QPainter& painter) const;
    void paintSteps(QPainter& painter, std::optional<std::int64_t> pinned) const;
    void paintMarks(QPainter& painter, const GridMarks& marks) const;
    /// Right end of a column, which the newest has not reached yet.
    double right(std::size_t column) const;

    const GridData& m_grid;
    const GridLayout& m_layout;
    const GridImage& m_image;
    const PlotTheme& m_theme;
    QFont m_font;
    bool m_isFile;
};

} // namespace ulpscope::ui
