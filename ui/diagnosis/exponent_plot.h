// SPDX-License-Identifier: GPL-3.0-or-later
// A heat map of a tensor's exponents over the steps: the darker a cell, the more of the values lie in its power of two. A row
// at the bottom shows the zeros, one at the top what is not finite, if anything.
// Lines show where the tensor's format ends and where its subnormal numbers begin. One cell is read at the cursor, by the
// mouse or the arrow keys.
#pragma once

#include "ui/diagnosis/models/exponent_map.h"
#include "ui/look/plot_content.h"

#include <QWidget>

#include <optional>

class QCPColorMap;
class QCPColorScale;
class QCPItemRect;
class QCPItemStraightLine;
class QCustomPlot;

namespace ulpscope::ui {

class PlotZoom;
struct PlotTheme;

class ExponentPlot : public QWidget
{
    Q_OBJECT
public:
    explicit ExponentPlot(QWidget* parent = nullptr);

    /// title and facts: of exports.
    void setMap(ExponentMap map, const QString& title = {}, const QStringList& facts = {});
    const ExponentMap& map() const { return m_map; }
    /// A line at that step, and words about it while the cursor reads no cell; nothing: about the newest.
    void setStep(std::optional<std::int64_t> step);
    /// The cell that is read; empty: none.
    void setCursor(std::optional<std::pair<std::size_t, int>> cell);

    /// Percent that the drawn map has at a step in a row of ExponentMap, for tests.
    double drawn(double step, int row) const;

signals:
    /// Emitted with the cursor's reading, or without a cursor with the column of the step.
    void read(const QString& text);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void rebuild(const PlotTheme& theme);
    void addLine(const PlotTheme& theme, double (ExponentMap::*limit)(std::size_t) const, const QString& text,
        Qt::PenStyle style);
    void addSeparator(const PlotTheme& theme, double value);
    /// Hides the label of a limit that another's would cover.
    void spreadLabels();
    /// Computes where the rows are drawn.
    void layOut();
    /// Lower and upper end of a row.
    std::pair<double, double> extent(int row) const;
    std::optional<int> rowAt(double value) const;
    /// Fits those axes that the user has not zoomed.
    void setAxes();
    /// Coordinates of the middle of the cell that is read.
    std::optional<QPointF> cursorPlace() const;
    PlotContent content();
    void showCursor();

    QCustomPlot* m_plot;
    PlotZoom* m_zoom;
    QCPColorMap* m_cells;
    QCPColorScale* m_scale;
    QCPItemRect* m_frame; ///< around the cell that is read
    QCPItemStraightLine* m_line; ///< the line at m_step
    ExponentMap m_map;
    QString m_title;
    QStringList m_facts;
    std::optional<std::pair<std::size_t, int>> m_cursor; ///< column, row
    std::optional<std::int64_t> m_step;
    // On the axis, in powers of two:
    int m_bottom = 0; ///< the cells of exponents, with the lines of the format
    int m_top = 1;
    int m_apart = 1; ///< height of the rows that are not of an exponent, and of the gaps before them
};

} // namespace ulpscope::ui
