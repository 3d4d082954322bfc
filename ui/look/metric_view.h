// SPDX-License-Identifier: GPL-3.0-or-later
// A table that is read: as high as its rows, so that a page of several scrolls as one. Ctrl+C copies the selected rows, or
// all, with tabs between the cells.
#pragma once

#include <QTableView>

namespace ulpscope::ui {

class MetricView : public QTableView
{
    Q_OBJECT
public:
    explicit MetricView(QAbstractItemModel* model, QWidget* parent = nullptr);

    /// Gives this column all the room that is left; the others are as wide as their cells. Without it all columns but the first share the room.
    void setLongColumn(int column) { m_longColumn = column; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void copy() const;
    /// Columns share the width where all that is in them can be read; else the table scrolls.
    void fitColumns();
    /// Width of a column's contents and title.
    int widthOf(int column) const;
    int contentsWidth() const;

    int m_longColumn = -1;
};

} // namespace ulpscope::ui
