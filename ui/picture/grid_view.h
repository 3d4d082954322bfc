// SPDX-License-Identifier: GPL-3.0-or-later
// A grid on the screen, of whatever it is: layers over steps, runs over layers, tensors over formats. A cell is read by the mouse or
// the arrow keys.
#pragma once

#include "ui/look/plot_content.h"
#include "ui/picture/grid_painter.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <optional>

namespace ulpscope::ui {

class GridView : public QWidget
{
    Q_OBJECT
public:
    explicit GridView(QWidget* parent = nullptr);

    /// Null: nothing to show. `title` and `facts`, which are asked for then, are written into files.
    void setGrid(std::shared_ptr<const GridData> grid, const QString& title = {},
        std::function<QStringList()> facts = {});
    const std::shared_ptr<const GridData>& grid() const { return m_grid; }
    /// The grid has other cells from that column on.
    void refresh(std::size_t firstColumn);
    /// Said in place of a grid without cells.
    void setAbsentText(const QString& text);

    /// A line at that step; nothing: none.
    void setStep(std::optional<std::int64_t> step);
    /// Highlights a row; nothing: none.
    void setChosenRow(std::optional<std::size_t> row);
    std::optional<std::size_t> chosenRow() const { return m_marks.row; }
    void setCursor(std::optional<GridPlace> place);
    std::optional<GridPlace> cursor() const { return m_marks.cursor; }

    /// What stands at the colours' ends, beside the widget that shows the grid.
    const GridImage& image() const { return m_image; }
    /// Where a cell is, in pixels.
    QRectF rectOf(GridPlace place) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// A cell was clicked, or Return pressed on it.
    void picked(std::size_t row, std::size_t column);
    /// With the button held the mouse is over another column; the row is that which was clicked.
    void dragged(std::size_t row, std::size_t column);
    /// A name was clicked.
    void rowPicked(std::size_t row);
    /// Escape, while there is a cursor or a step.
    void released();
    /// The cell at the cursor in words; empty without one.
    void read(const QString& text);
    /// The legend says something else than before.
    void legendChanged();

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    bool hasCells() const { return m_grid && !m_grid->isEmpty(); }
    GridLayout layOut(QSize size) const;
    /// The gravest row of a line at a column.
    std::size_t gravestRow(std::size_t line, std::size_t column) const;
    std::optional<GridPlace> placeAt(const QPointF& position) const;
    void moveCursor(int right, int down);
    void say();
    PlotContent content();

    std::shared_ptr<const GridData> m_grid;
    QString m_title;
    std::function<QStringList()> m_facts;
    QString m_absent;
    GridImage m_image;
    GridMarks m_marks;
    std::optional<std::size_t> m_draggedRow;
    std::optional<std::size_t> m_draggedColumn;
};

/// What a grid's colours mean.
class GridLegend : public QWidget
{
    Q_OBJECT
public:
    /// `view` must outlive the legend.
    explicit GridLegend(const GridView& view, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const GridView& m_view;
};

} // namespace ulpscope::ui
